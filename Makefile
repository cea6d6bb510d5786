# SPDX-License-Identifier: Apache-2.0
# Thin: every target calls the presets of CMakePresets.json or a script. Packages are installed when they are missing.
.DEFAULT_GOAL := help
.PHONY: help build demo python test test-python test-long test-clang test-threads test-browser coverage bench deb format lint docs clean

JOBS ?= $(shell nproc)
BUILD := cmake --build -j $(JOBS) --preset
SOURCES = $(shell git ls-files '*.hpp' '*.cpp')

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The first configuration leaves the tests out: they need packages that the command does not.
build: ## the command, at bin/carom
	scripts/install build
	cmake --preset release $(if $(wildcard build/release/CMakeCache.txt),,-DCAROM_BUILD_TESTS=OFF)
	$(BUILD) release --target carom
	install -D build/release/bin/carom bin/carom

demo: build ## five papers, their numbers beside ours, in report/report.html
	bin/carom reproduce all --quick --out report
	@echo "the report: $(CURDIR)/report/report.html"

# The user's own folder of packages gets a line that says where the module is; `cmake --install` needs none.
python: ## the package carom for Debian's python3
	scripts/install build python
	cmake --preset release -DCAROM_BUILD_PYTHON=ON $(if $(wildcard build/release/CMakeCache.txt),,-DCAROM_BUILD_TESTS=OFF)
	$(BUILD) release --target carom_python_files
	scripts/python_path $(CURDIR)/build/release/python

test-python: python ## the rest of the tests of the module: every verb beside the command, memory, installation
	scripts/install build python test-python
	$(BUILD) release --target carom
	CAROM_COMMAND=$(CURDIR)/build/release/bin/carom PYTHONPATH=$(CURDIR)/build/release/python \
	  /usr/bin/python3 -m unittest discover -s python/tests -v

# Unit tests run once here, under sanitizers, and optimised in test-long: see docs/decisions/0008-build-time.md.
test: ## short tests, the unit tests among them under sanitizers
	scripts/install build test mpi python
	cmake --preset release -DCAROM_BUILD_TESTS=ON -DCAROM_UNIT_TESTS=OFF -DCAROM_BUILD_PYTHON=ON
	$(BUILD) release
	ctest --preset release -j $(JOBS)
	cmake --preset asan
	$(BUILD) asan --target unit_tests
	UBSAN_OPTIONS=print_stacktrace=1 ctest --test-dir build/asan/tests/unit --output-on-failure --no-tests=error -j $(JOBS)

test-long: ## campaigns and full reproductions, up to hours; the unit tests, optimised; test-clang and test-threads
	scripts/install build test mpi long
	cmake --preset release -DCAROM_BUILD_TESTS=ON -DCAROM_UNIT_TESTS=ON
	$(BUILD) release --target all long_tests
	ctest --test-dir build/release/tests/unit --output-on-failure --no-tests=error -j $(JOBS)
	ctest --preset release-long -j $(JOBS)
	cmake --preset asan
	$(BUILD) asan --target unit_model
	CAROM_FUZZ_CASES=100000 build/asan/bin/unit_model --gtest_filter='ModelFile.Mutated*'
	$(MAKE) test-clang test-threads

test-clang: build ## the short tests by clang, and its quick report beside gcc's, bit by bit
	scripts/install build test mpi long
	cmake --preset clang -DCAROM_BUILD_TESTS=ON -DCAROM_UNIT_TESTS=OFF
	$(BUILD) clang
	ctest --preset clang -j $(JOBS)
	bin/carom reproduce all --quick --quiet --out build/report
	build/clang/bin/carom reproduce all --quick --quiet --out build/report-clang
	scripts/compare_reports --size 0 --data build/report build/report-clang

# Where the kernel spreads addresses too widely for the sanitizer's map, setarch keeps them together.
test-threads: ## the unit tests of what has threads, under the thread sanitizer
	scripts/install build test
	cmake --preset tsan
	setarch -R $(BUILD) tsan --target thread_tests
	for program in $$(cat build/tsan/tests/unit/thread_tests.txt); do \
	  setarch -R build/tsan/bin/$$program --gtest_brief=1 || exit 1; done

coverage: ## which lines the short tests run, folder by folder, and line by line in build/coverage/html
	scripts/install build test mpi coverage
	cmake --preset coverage -DCAROM_BUILD_TESTS=ON
	$(BUILD) coverage
	find build/coverage -name '*.gcda' -delete
	ctest --preset coverage -j $(JOBS)
	mkdir -p build/coverage/html
	gcovr -j $(JOBS) --root . --filter src/ --filter papers/ --filter apps/ --exclude-throw-branches build/coverage \
	  --csv build/coverage/lines.csv --html-details build/coverage/html/index.html
	scripts/coverage_by_folder build/coverage/lines.csv

test-browser: build ## a browser opens the report of all papers and films of runs, and compares them with their data
	@for program in chromium node npm; do command -v $$program >/dev/null || { scripts/install web; break; }; done
	bin/carom reproduce all --quick --quiet --out build/report
	npm ci --prefix tests/browser --no-audit --no-fund
	node tests/browser/report_test.mjs build/report
	node tests/browser/film_test.mjs bin/carom models

bench: ## the timing programs, built for this machine
	scripts/install build bench
	cmake --preset native
	$(BUILD) native
	for program in build/native/bin/bench_* build/native/bin/peer_*; do test ! -x "$$program" || "$$program" || exit 1; done

deb: build ## a Debian package with the command, the library and its headers, in build/
	scripts/install deb
	$(BUILD) release
	cpack --config build/release/CPackConfig.cmake -B build
	rm -rf build/_CPack_Packages
	@ls build/*.deb

format: ## clang-format on every source
	scripts/install lint
	clang-format -i $(SOURCES)

lint: ## every header alone, clang-tidy and cppcheck
	scripts/install build test lint
	cmake --preset release -DCAROM_BUILD_TESTS=ON
	$(BUILD) release --target headers_alone
	cppcheck --project=build/release/compile_commands.json --enable=warning,performance,portability --inline-suppr \
	  --suppress='*:/usr/*' --quiet --error-exitcode=1 -j $(JOBS)
	run-clang-tidy -quiet -p build/release -j $(JOBS) '/(src|apps|papers|examples)/'

docs: ## the pictures of docs/, and pages from the headers and docs/, in build/docs/html
	scripts/install build test docs
	cmake --preset release -DCAROM_BUILD_TESTS=ON
	$(BUILD) release --target docs_figures carom
	build/release/bin/docs_figures docs/images
	build/release/bin/carom basins papers/dimer/studies/basins.toml --quiet --picture docs/images/dimer-basins.svg
	build/release/bin/carom reproduce all --quick --quiet --out build/report
	cp build/report/errata.md docs/errata.md
	mkdir -p build/docs
	doxygen docs/Doxyfile
	@echo "the pages: build/docs/html/index.html"

clean: ## removes what the targets above have built
	rm -rf build bin report
