// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/base/number_text.hpp"
#include "carom/expressions/text.hpp"

namespace carom::expressions {
namespace {

constexpr std::array<std::string_view, 35> greek{
    "alpha", "beta",   "gamma", "delta", "epsilon", "zeta",    "eta", "theta", "iota",  "kappa",  "lambda",  "mu",
    "nu",    "xi",     "rho",   "sigma", "tau",     "upsilon", "phi", "chi",   "psi",   "omega",  "Gamma",   "Delta",
    "Theta", "Lambda", "Xi",    "Pi",    "Sigma",   "Upsilon", "Phi", "Psi",   "Omega", "varphi", "vartheta"};

bool is_digit_of_name(char c) { return c >= '0' && c <= '9'; }

std::string escaped(std::string_view word) {
  std::string result;
  for (const char c : word) {
    if (c == '_' || c == '%' || c == '&' || c == '#' || c == '$' || c == '{' || c == '}') result += '\\';
    result += c;
  }
  return result;
}

std::string symbol(std::string_view word) {
  if (word == "eps") return "\\varepsilon";
  if (std::find(greek.begin(), greek.end(), word) != greek.end()) return "\\" + std::string(word);
  const bool is_number = !word.empty() && std::all_of(word.begin(), word.end(), is_digit_of_name);
  return word.size() == 1 || is_number ? escaped(word) : "\\mathrm{" + escaped(word) + "}";
}

std::string latex_number(double value) {
  if (std::isnan(value)) return "\\mathrm{NaN}";
  if (std::isinf(value)) return value < 0 ? "-\\infty" : "\\infty";
  for (const auto& [multiple, written] :
       {std::pair(pi, "\\pi"), std::pair(2 * pi, "2 \\pi"), std::pair(4 * pi, "4 \\pi")})
    if (std::abs(value) == multiple) return (value < 0 ? "-" : "") + std::string(written);
  const std::string plain = number_text(value);
  const std::size_t e = plain.find('e');
  if (e == std::string::npos) return plain;
  const std::string mantissa = plain.substr(0, e);
  const std::string power = "10^{" + std::to_string(std::stoi(plain.substr(e + 1))) + "}";
  return mantissa == "1" ? power : mantissa == "-1" ? "-" + power : mantissa + " \\cdot " + power;
}

enum LatexBinding { anywhere, in_sum, in_product, in_power };

class LatexWriter {
 public:
  explicit LatexWriter(const Graph& graph) : graph_(graph) {}

  std::string write(Node node) {
    put(node, anywhere);
    return std::move(text_);
  }

 private:
  void put(Node node, LatexBinding least) {
    if (text_.size() > longest_print || depth_ > deepest_print) {
      text_ += "\\dots ";
      return;
    }
    ++depth_;
    const bool enclosed = binding(node) < least;
    if (enclosed) text_ += "\\left(";
    bare(node);
    if (enclosed) text_ += "\\right)";
    --depth_;
  }

  LatexBinding binding(Node node) const {
    const NodeParts& own = graph_.parts(node);
    switch (own.operation) {
      case Operation::constant: {
        const double value = graph_.constant_value(node);
        return value < 0 ? in_sum : latex_number(value).find(' ') != std::string::npos ? in_product : in_power;
      }
      case Operation::add:
      case Operation::subtract:
      case Operation::negate: return in_sum;
      case Operation::multiply:
        return graph_.is_constant({own.b}) && graph_.constant_value({own.b}) < 0 ? in_sum : in_product;
      case Operation::divide:
      case Operation::whole_power:
      case Operation::power: return in_product;
      case Operation::below:
      case Operation::at_most:
      case Operation::zero:
      case Operation::both:
      case Operation::either:
      case Operation::opposite: return anywhere;
      default: return in_power;
    }
  }

  void bare(Node node) {
    const NodeParts own = graph_.parts(node);
    const Node a{own.a}, b{own.b};
    switch (own.operation) {
      case Operation::constant: text_ += latex_number(graph_.constant_value(node)); break;
      case Operation::input: text_ += latex_name(graph_.input_name(node)); break;
      case Operation::add:
      case Operation::subtract: put_sum(node); break;
      case Operation::multiply: put_product(node); break;
      case Operation::divide: put_between("\\frac{", a, "}{", b, "}"); break;
      case Operation::negate:
        text_ += "-";
        put(a, in_product);
        break;
      case Operation::whole_power: put_power(a, static_cast<int>(own.b)); break;
      case Operation::power:
        put(a, in_power);
        put_between("^{", b, "}");
        break;
      case Operation::sqrt: put_between("\\sqrt{", a, "}"); break;
      case Operation::hypot:
        text_ += "\\sqrt{";
        put_power(a, 2);
        text_ += " + ";
        put_power(b, 2);
        text_ += "}";
        break;
      case Operation::abs: put_between("\\left|", a, "\\right|"); break;
      case Operation::floor: put_between("\\left\\lfloor ", a, " \\right\\rfloor"); break;
      case Operation::select:
        text_ += "\\begin{cases} ";
        put(b, anywhere);
        put_between(" & \\text{if } ", a, " \\\\ ");
        put({own.c}, anywhere);
        text_ += " & \\text{otherwise} \\end{cases}";
        break;
      case Operation::below:
      case Operation::at_most:
      case Operation::zero:
      case Operation::both:
      case Operation::either:
      case Operation::opposite: put_condition(own); break;
      default: put_function(own, 1);
    }
  }

  void put_between(const char* before, Node a, const char* after) {
    text_ += before;
    put(a, anywhere);
    text_ += after;
  }
  void put_between(const char* before, Node a, const char* between, Node b, const char* after) {
    put_between(before, a, between);
    put(b, anywhere);
    text_ += after;
  }

  void put_sum(Node node) {
    std::vector<std::pair<bool, Node>> terms;
    while (graph_.operation(node) == Operation::add || graph_.operation(node) == Operation::subtract) {
      const NodeParts own = graph_.parts(node);
      terms.emplace_back(own.operation == Operation::add, Node{own.b});
      node = {own.a};
    }
    put(node, in_sum);
    for (auto term = terms.rbegin(); term != terms.rend() && text_.size() <= longest_print; ++term) {
      const Node own = term->second;
      if (term->first && graph_.is_constant(own) && graph_.constant_value(own) < 0) {
        text_ += " - " + latex_number(-graph_.constant_value(own));
        continue;
      }
      text_ += term->first ? " + " : " - ";
      put(own,
          term->first && binding(own) == in_sum && graph_.operation(own) != Operation::negate ? in_sum : in_product);
    }
  }

  void put_product(Node node) {
    std::vector<Node> factors;
    while (graph_.operation(node) == Operation::multiply) {
      factors.push_back({graph_.parts(node).b});
      node = {graph_.parts(node).a};
    }
    factors.push_back(node);
    std::reverse(factors.begin(), factors.end());
    // Numbers first.
    std::stable_partition(factors.begin(), factors.end(), [&](Node factor) { return graph_.is_constant(factor); });
    for (std::size_t k = 0; k < factors.size() && text_.size() <= longest_print; ++k) {
      const bool two_numbers = k > 0 && graph_.is_constant(factors[k]);
      if (k > 0) text_ += two_numbers ? " \\cdot " : " \\, ";
      put(factors[k], k == 0 && graph_.is_constant(factors[0]) ? in_sum : in_product);
    }
  }

  void put_power(Node base, int exponent) {
    const NodeParts own = graph_.parts(base);
    switch (own.operation) {
      case Operation::sin:
      case Operation::cos:
      case Operation::tan:
      case Operation::sinh:
      case Operation::cosh:
      case Operation::tanh:
        if (exponent > 0) return put_function(own, exponent);
        break;
      default: break;
    }
    put(base, in_power);
    text_ += "^{" + std::to_string(exponent) + "}";
  }

  void put_function(const NodeParts& own, int exponent) {
    const std::string name(own.operation == Operation::side ? "sign" : operation_name(own.operation));
    switch (own.operation) {
      case Operation::table:
        text_ += symbol(graph_.table_name(static_cast<int>(own.b))) + std::string(own.c, '\'');
        break;
      case Operation::asin:
      case Operation::acos:
      case Operation::atan: text_ += "\\arc" + name.substr(1); break;
      case Operation::atan2:
      case Operation::sign:
      case Operation::side: text_ += "\\operatorname{" + name + "}"; break;
      default: text_ += "\\" + name;
    }
    if (exponent != 1) text_ += "^{" + std::to_string(exponent) + "}";
    put_between("\\left(", {own.a}, "");
    if (operand_count(own.operation) > 1) put_between(", ", {own.b}, "");
    text_ += "\\right)";
  }

  void put_condition(const NodeParts& own) {
    const Node a{own.a}, b{own.b};
    switch (own.operation) {
      case Operation::below: return put_comparison(a, " < ");
      case Operation::at_most: return put_comparison(a, " \\le ");
      case Operation::zero: return put_comparison(a, " = ");
      case Operation::opposite: {
        const Node inner{graph_.parts(a).a};
        if (graph_.operation(a) == Operation::below) return put_comparison(inner, " \\ge ");
        if (graph_.operation(a) == Operation::at_most) return put_comparison(inner, " > ");
        if (graph_.operation(a) == Operation::zero) return put_comparison(inner, " \\ne ");
        text_ += "\\lnot ";
        return put(a, in_sum);
      }
      default:
        put(a, in_sum);
        text_ += own.operation == Operation::both ? " \\land " : " \\lor ";
        put(b, in_sum);
    }
  }
  void put_comparison(Node guard, const char* sign) {
    const NodeParts own = graph_.parts(guard);
    const bool by_number = own.operation == Operation::add && graph_.is_constant({own.b});
    const bool by_node = own.operation == Operation::subtract;
    put(by_number || by_node ? Node{own.a} : guard, in_sum);
    text_ += sign;
    if (by_node)
      put({own.b}, in_sum);
    else
      text_ += latex_number(by_number ? -graph_.constant_value({own.b}) : 0);
  }

  const Graph& graph_;
  std::string text_;
  int depth_ = 0;
};

}  // namespace

std::string latex_name(std::string_view name) {
  std::vector<std::string> subscripts;
  std::string_view index;
  if (const std::size_t open = name.find('['); open != std::string_view::npos && name.back() == ']') {
    index = name.substr(open + 1, name.size() - open - 2);
    name = name.substr(0, open);
  }
  std::string_view owner;
  if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos) {
    owner = name.substr(0, dot);
    name = name.substr(dot + 1);
  }
  const bool is_rate = name.size() > 4 && name.substr(name.size() - 4) == "_dot";
  if (is_rate) name = name.substr(0, name.size() - 4);
  std::string_view head = name, tail;
  if (const std::size_t bar = name.find('_'); bar != std::string_view::npos && bar > 0 && bar + 1 < name.size()) {
    head = name.substr(0, bar);
    tail = name.substr(bar + 1);
  } else if (const std::size_t last = name.find_last_not_of("0123456789");
             last != std::string_view::npos && last + 1 < name.size()) {
    head = name.substr(0, last + 1);
    tail = name.substr(last + 1);
  }
  if (!tail.empty()) subscripts.push_back(symbol(tail));
  if (!owner.empty()) subscripts.push_back("\\mathrm{" + escaped(owner) + "}");
  if (!index.empty()) subscripts.push_back(escaped(index));
  std::string result = is_rate ? "\\dot{" + symbol(head) + "}" : symbol(head);
  for (std::size_t k = 0; k < subscripts.size(); ++k) result += (k == 0 ? "_{" : ", ") + subscripts[k];
  return subscripts.empty() ? result : result + "}";
}

std::string latex(const Graph& graph, Node node) { return LatexWriter(graph).write(node); }

}  // namespace carom::expressions
