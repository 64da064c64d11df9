"""HYG126: registers are accumulated into before anything was written to them."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.unwritten import Unwritten, unwritten
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class RegisterNotInitialised(Rule):
    """An accumulator starts somewhere.

    Registers hold what the last wave left in them. A sum, a running maximum or the accumulator of a matrix instruction
    that is read before it was written starts from there, and once it is NaN it stays NaN.
    """

    meta = Meta(
        id="HYG126",
        name="register-not-initialised",
        summary=Text(
            en="A local accumulator is read before anything was written to it.",
            zh="局部累加器在写入之前就被读取。",
        ),
        severity=Severity.ERROR,
        items=("GEN-UNWRITTEN", "MLS-3"),
        cwe=(457, 908),
        evidence=Evidence.CODE,
        confidence=Confidence.HIGH,
        tags=("nan", "accumulator"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a local number, vector or array without initialiser whose first write in device code is made of what "
            "it held (`+=`, `m = max(m, x)`, a matrix accumulate), with no other write before that or in the first round of "
            "the loop. Also one that is written only inside a loop that may run no round and is used after it unmasked, "
            "when the code itself tests for no rounds. Classes, which may have constructors, are left out.",
            zh="设备代码中没有初值的局部数值、向量或数组，首次写入就依赖其原有内容（`+=`、`m = max(m, x)`、矩阵累加），且之前或循环首轮没有其他写入，予以报告；"
            "只在可能一轮都不执行的循环内写入、循环后未经屏蔽就使用，而代码自己又判断过“零轮”的，也予以报告。可能带构造函数的类不在此列。",
        ),
        why=Text(
            en="The result depends on what ran before: right in a test that starts with clean registers, NaN in production.",
            zh="结果取决于之前运行过什么：寄存器干净的测试里正确，生产中可能是 NaN。",
        ),
        fix=Text(
            en="Initialise at the declaration. In `float a[4], b[4] = {0};` only `b` has an initialiser.",
            zh="在声明处初始化。注意 `float a[4], b[4] = {0};` 只初始化了 `b`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__global__ void sums(const float* x, int n, float* out)
{
    float part[4], total[4] = {0.f}; // expect: HYG126
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < 4; ++j)
        {
            part[j] += x[i * 4 + j];
            total[j] += part[j];
        }
    out[threadIdx.x] = total[0];
}
""",
            right="""\
#include <hip/hip_runtime.h>

__global__ void sums(const float* x, int n, float* out)
{
    float part[4] = {0.f}, total[4] = {0.f};
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < 4; ++j)
        {
            part[j] += x[i * 4 + j];
            total[j] += part[j];
        }
    out[threadIdx.x] = total[0];
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each such variable."""
        if not fn.function.device:
            return
        for found in unwritten(fn):
            if found.kind == "added":
                related = Step(found.node.place, Text(en="read and written back here", zh="在此读出并写回"))
                yield self.at(found.declared, _added(found), related=(related,))
            else:
                confidence = Confidence.MEDIUM if found.zero_known else Confidence.LOW
                related = Step(found.declared.place, Text(en="declared here", zh="声明在此"))
                yield self.at(found.node, _skipped(found), confidence=confidence, related=(related,))


def _added(found: Unwritten) -> Text:
    return Text(
        en=f"`{found.decl.name}` has no initialiser, and `{found.node.text[:80]}` reads it before anything was written to it: the "
        "accumulation starts from what the register held; initialise it",
        zh=f"`{found.decl.name}` 没有初值，`{found.node.text[:80]}` 在任何写入之前就读取它：累加从寄存器残留内容开始；应先初始化",
    )


def _skipped(found: Unwritten) -> Text:
    test = found.loop.node.text if found.loop is not None else ""
    return Text(
        en=f"`{found.decl.name}` is written only in the loop over `{test}`, which may run no round; `{found.node.text}` reads it then "
        "all the same, and multiplying by 0 does not cancel NaN; initialise it",
        zh=f"`{found.decl.name}` 只在 `{test}` 的循环里写入，而该循环可能一轮都不执行；`{found.node.text}` 仍会读取它，乘以 0 也消不掉 NaN；应先初始化",
    )
