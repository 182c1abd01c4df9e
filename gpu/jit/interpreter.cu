// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/interpreter.hpp"

#include "gpu/jit/functions.cuh"
#include "gpu/jit/operator_list.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace burin::gpu {

namespace {

using Operand = Interpreter::Operand;
using Step = Interpreter::Step;

constexpr int threads = 128;

/// Limit of a program's rows. Their number grows with the logarithm of the text's length; a text of 64 KiB
/// needs no more than 20, plus those of kept values.
constexpr std::size_t mostRows = 20 + ExpressionProgram::mostKept;

struct Planes {
    const float* data[Interpreter::mostPlanes];
    std::ptrdiff_t stride[Interpreter::mostPlanes];
};

__device__ double computed(Operator op, double a, double b, double c) {
    using namespace expression;
    switch (op) {
        case Operator::negate:
            return -a;
        case Operator::logicalNot:
            return truth(a) ? 0.0 : 1.0;
        case Operator::select:
            return truth(a) ? b : c;
#define BURIN_ARITHMETIC(word, symbol) \
    case Operator::word:               \
        return a symbol b;
#define BURIN_COMPARISON(word, symbol) \
    case Operator::word:               \
        return a symbol b ? 1.0 : 0.0;
#define BURIN_LOGICAL(word, symbol) \
    case Operator::word:            \
        return truth(a) symbol truth(b) ? 1.0 : 0.0;
#define BURIN_CALL(word, function, cost, ...) \
    case Operator::word:                      \
        return function(__VA_ARGS__);
            BURIN_DEVICE_OPERATORS(BURIN_ARITHMETIC, BURIN_COMPARISON, BURIN_LOGICAL, BURIN_CALL)
#undef BURIN_ARITHMETIC
#undef BURIN_COMPARISON
#undef BURIN_LOGICAL
#undef BURIN_CALL
        default:
            return notANumber();
    }
}

/// The sample that a thread computes.
struct OperandPlace {
    std::int64_t column;
    std::int64_t row;
    double x;
    double y;
};

__device__ double read(const Operand& operand, const OperandPlace& place, const double* constants,
                       const Planes& planes, const double* rows) {
    switch (operand.kind) {
        case Operand::Kind::constant:
            return constants[operand.index];
        case Operand::Kind::x:
            return place.x;
        case Operand::Kind::y:
            return place.y;
        case Operand::Kind::sample: {
            const float* const plane = planes.data[operand.index];
            return plane[place.row * planes.stride[operand.index] + place.column];
        }
        default:
            return rows[operand.index];
    }
}

__global__ void __launch_bounds__(threads)
    interpret(const Step* steps, std::size_t stepCount, Operand result, const double* constants,
              Planes planes, std::int64_t left, std::int64_t top, DeviceSamples value) {
    const std::int64_t column = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    if (column >= value.width) return;
    for (std::int64_t row = blockIdx.y; row < value.height; row += gridDim.y) {
        const OperandPlace place{column, row, static_cast<double>(left + column),
                                 static_cast<double>(top + row)};
        double rows[mostRows];
        for (std::size_t i = 0; i < stepCount; ++i) {
            const Step& step = steps[i];
            const double a = read(step.operands[0], place, constants, planes, rows);
            const double b = read(step.operands[1], place, constants, planes, rows);
            const double c = read(step.operands[2], place, constants, planes, rows);
            rows[step.row] = computed(step.op, a, b, c);
        }
        const double v = read(result, place, constants, planes, rows);
        value.row(row)[column] = expression::swept(static_cast<float>(v));
    }
}

/// Translates a program's operands into those of the device.
class StepWriter {
  public:
    StepWriter(const ExpressionProgram& program, std::span<const SourceVariable> variables)
        : program_(program), constants_(program.constants()) {
        std::uint32_t planes = 0;
        for (const SourceVariable& variable : variables) {
            using Role = SourceVariable::Role;
            switch (variable.role) {
                case Role::x:
                    operands_.push_back({Operand::Kind::x, 0});
                    break;
                case Role::y:
                    operands_.push_back({Operand::Kind::y, 0});
                    break;
                case Role::sample:
                    operands_.push_back({Operand::Kind::sample, planes++});
                    break;
                case Role::constant:
                    operands_.push_back(
                        {Operand::Kind::constant, static_cast<std::uint32_t>(constants_.size())});
                    constants_.push_back(variable.value);
                    break;
            }
        }
        constants_.push_back(0);  // at least one, for the unused operands of a step
    }

    [[nodiscard]] std::vector<Step> steps() const {
        std::vector<Step> all;
        for (const ExpressionProgram::Instruction& instruction : program_.instructions()) {
            if (instruction.row >= mostRows) throw std::logic_error("an expression needs too many rows");
            const auto& operands = instruction.operands;
            all.push_back({instruction.op,
                           instruction.row,
                           {operand(operands[0]), operand(operands[1]), operand(operands[2])}});
        }
        return all;
    }
    [[nodiscard]] const std::vector<double>& constants() const { return constants_; }

    [[nodiscard]] Operand operand(ExpressionProgram::Source source) const {
        switch (source.kind) {
            case ExpressionProgram::Source::Kind::constant:
                return {Operand::Kind::constant, source.index};
            case ExpressionProgram::Source::Kind::variable:
                return operands_[source.index];
            default:
                return {Operand::Kind::row, program_.instructions()[source.index].row};
        }
    }

  private:
    const ExpressionProgram& program_;
    std::vector<double> constants_;
    std::vector<Operand> operands_;  ///< operand of each variable
};

}  // namespace

Interpreter::Interpreter(const ExpressionProgram& program, std::span<const SourceVariable> variables) {
    const StepWriter writer(program, variables);
    steps_ = DeviceTable<Step>(writer.steps());
    constants_ = DeviceTable<double>(writer.constants());
    result_ = writer.operand(program.result());
}

void Interpreter::evaluate(cudaStream_t cudaStream, const Rect& area,
                           std::span<const ConstDeviceSamples> planes, DeviceSamples value) const {
    if (value.width <= 0 || value.height <= 0) return;
    Planes all{};
    for (std::size_t k = 0; k < planes.size(); ++k) {
        all.data[k] = planes[k].data;
        all.stride[k] = planes[k].stride;
    }
    constexpr std::int64_t fullDevice = 8192;  // the most blocks; more would only run one after the other
    const std::int64_t across = (value.width + threads - 1) / threads;
    const std::int64_t down = std::clamp<std::int64_t>(fullDevice / across, 1, value.height);
    const dim3 grid(static_cast<unsigned>(across), static_cast<unsigned>(down));
    interpret<<<grid, threads, 0, cudaStream>>>(steps_.data(), steps_.size(), result_, constants_.data(), all,
                                                area.x, area.y, value);
    check(cudaGetLastError());
}

}  // namespace burin::gpu
