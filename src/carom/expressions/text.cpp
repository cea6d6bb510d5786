// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/text.hpp"

#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/base/number_text.hpp"

namespace carom::expressions {
namespace {

enum Binding { loose, by_or, by_and, by_not, by_comparison, by_sum, by_product, by_power, alone };

class TextWriter {
 public:
  explicit TextWriter(const Graph& graph) : graph_(graph) {}

  std::string write(Node node) {
    put(node, loose);
    return std::move(text_);
  }

 private:
  // In parentheses if it binds less than its surroundings ask for.
  void put(Node node, Binding least) {
    if (text_.size() > longest_print || depth_ > deepest_print) {
      if (text_.size() < 3 || text_.substr(text_.size() - 3) != "…") text_ += "…";
      return;
    }
    ++depth_;
    const bool enclosed = binding(node) < least;
    if (enclosed) text_ += '(';
    bare(node);
    if (enclosed) text_ += ')';
    --depth_;
  }

  Binding binding(Node node) const {
    const NodeParts& own = graph_.parts(node);
    switch (own.operation) {
      case Operation::constant: return number_binding(graph_.constant_value(node));
      case Operation::add:
      case Operation::subtract:
      case Operation::negate: return by_sum;
      case Operation::multiply:
        return graph_.is_constant({own.b}) && graph_.constant_value({own.b}) < 0 ? by_sum : by_product;
      case Operation::divide: return by_product;
      case Operation::whole_power: return static_cast<int>(own.b) < 0 ? by_product : by_power;
      case Operation::power: return by_power;
      case Operation::below:
      case Operation::at_most:
      case Operation::zero: return by_comparison;
      case Operation::both: return by_and;
      case Operation::either: return by_or;
      case Operation::opposite: return is_comparison({own.a}) ? by_comparison : by_not;
      default: return alone;
    }
  }
  bool is_comparison(Node node) const {
    const Operation operation = graph_.operation(node);
    return operation == Operation::below || operation == Operation::at_most || operation == Operation::zero;
  }

  void bare(Node node) {
    const NodeParts own = graph_.parts(node);
    const Node a{own.a}, b{own.b};
    switch (own.operation) {
      case Operation::constant: put_number(graph_.constant_value(node)); break;
      case Operation::input: put_name(graph_.input_name(node)); break;
      case Operation::add:
      case Operation::subtract: put_row(node, true); break;
      case Operation::multiply:
      case Operation::divide: put_row(node, false); break;
      case Operation::negate:
        text_ += '-';
        put(a, by_product);
        break;
      case Operation::whole_power: put_power(a, static_cast<int>(own.b)); break;
      case Operation::power:
        put(a, alone);
        text_ += '^';
        put(b, by_power);
        break;
      case Operation::table:
        put_name(graph_.table_name(static_cast<int>(own.b)));
        text_.append(own.c, '\'');
        put_arguments(own, 1);
        break;
      case Operation::below:
      case Operation::at_most:
      case Operation::zero:
      case Operation::both:
      case Operation::either:
      case Operation::opposite: put_condition(own); break;
      case Operation::select:
        text_ += "if";
        put_arguments(own, 3);
        break;
      default:
        text_ += own.operation == Operation::side ? "sign" : operation_name(own.operation);
        put_arguments(own, operand_count(own.operation));
    }
  }

  // Sums and products in a row, however long.
  void put_row(Node node, bool is_sum) {
    std::vector<std::pair<char, Node>> parts;
    const Operation one = is_sum ? Operation::add : Operation::multiply;
    const Operation other = is_sum ? Operation::subtract : Operation::divide;
    while (graph_.operation(node) == one || graph_.operation(node) == other) {
      const NodeParts own = graph_.parts(node);
      const bool first = own.operation == one;
      // 3 x, not x 3.
      if (!is_sum && first && graph_.is_constant({own.b}) && graph_.operation({own.a}) != Operation::divide) {
        parts.emplace_back('*', Node{own.a});
        node = {own.b};
        break;
      }
      const bool minus = is_sum && first && graph_.is_constant({own.b}) && graph_.constant_value({own.b}) < 0;
      parts.emplace_back(minus ? 'n' : is_sum ? (first ? '+' : '-') : (first ? '*' : '/'), Node{own.b});
      node = {own.a};
    }
    const bool is_number = graph_.is_constant(node);
    put(node, is_sum || is_number ? by_sum : by_product);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      const auto& [sign, term] = *part;
      switch (sign) {
        case 'n':
          text_ += " - ";
          put_number(-graph_.constant_value(term));
          break;
        case '+':
          text_ += " + ";
          put(term, graph_.operation(term) == Operation::add || graph_.operation(term) == Operation::subtract
                        ? by_sum
                        : by_product);
          break;
        case '-':
          text_ += " - ";
          put(term, by_product);
          break;
        default: text_ += sign; put(term, sign == '*' ? by_product : by_power);
      }
      if (text_.size() > longest_print) {
        text_ += "…";
        return;
      }
    }
  }

  void put_power(Node base, int exponent) {
    if (exponent < 0) text_ += "1/";
    put(base, alone);
    if (exponent == -1) return;
    text_ += '^';
    text_ += std::to_string(std::abs(exponent));
  }

  void put_arguments(const NodeParts& own, int count) {
    const Node argument[3] = {{own.a}, {own.b}, {own.c}};
    for (int k = 0; k < count; ++k) {
      text_ += k == 0 ? "(" : ", ";
      put(argument[k], loose);
    }
    text_ += ')';
  }

  void put_condition(const NodeParts& own) {
    const Node a{own.a}, b{own.b};
    switch (own.operation) {
      case Operation::below: return put_comparison(a, " < ");
      case Operation::at_most: return put_comparison(a, " <= ");
      case Operation::zero: return put_comparison(a, " == ");
      case Operation::opposite: {
        const Operation below = graph_.operation(a);
        const Node inner{graph_.parts(a).a};
        if (is_comparison(a))
          return put_comparison(inner, below == Operation::below     ? " >= "
                                       : below == Operation::at_most ? " > "
                                                                     : " != ");
        text_ += "not ";
        return put(a, by_comparison);
      }
      default: {
        const bool both = own.operation == Operation::both;
        put(a, both ? by_and : by_or);
        text_ += both ? " and " : " or ";
        put(b, both ? by_not : by_and);
      }
    }
  }
  // A guard a − b against zero is a against b.
  void put_comparison(Node guard, const char* sign) {
    const NodeParts own = graph_.parts(guard);
    const bool by_number = own.operation == Operation::add && graph_.is_constant({own.b});
    const bool by_node = own.operation == Operation::subtract;
    put(by_number || by_node ? Node{own.a} : guard, by_sum);
    text_ += sign;
    if (by_node)
      put({own.b}, by_sum);
    else
      put_number(by_number ? -graph_.constant_value({own.b}) : 0);
  }

  static Binding number_binding(double value) {
    if (value < 0 || std::isnan(value)) return by_sum;
    return multiple_of_pi(value) ? by_product : alone;
  }
  static const char* multiple_of_pi(double value) {
    return value == 2 * pi ? "2*pi" : value == 4 * pi ? "4*pi" : value == pi / 2 ? "pi/2" : nullptr;
  }
  void put_number(double value) {
    if (value < 0) text_ += '-';
    const double size = std::abs(value);
    if (const char* multiple = multiple_of_pi(size))
      text_ += multiple;
    else if (size == pi)
      text_ += "pi";
    else
      text_ += std::isnan(size) ? "0/0" : std::isinf(size) ? "inf" : number_text(size);
  }
  // Names that are not made of letters stand between quotes; x[3] is written as it is.
  void put_name(const std::string& name) {
    bool is_plain = true;
    for (const char c : name)
      is_plain = is_plain && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                              c == '.' || c == '[' || c == ']');
    text_ += is_plain ? name : "'" + name + "'";
  }

  const Graph& graph_;
  std::string text_;
  int depth_ = 0;
};

}  // namespace

std::string text(const Graph& graph, Node node) { return TextWriter(graph).write(node); }

}  // namespace carom::expressions
