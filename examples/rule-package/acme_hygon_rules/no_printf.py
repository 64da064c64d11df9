"""ACME001: printf in device code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Finding, Severity, Text
from hygon_lint.rule import Doc, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts
    from hygon_lint.frontend.nodes import Call


class NoPrintf(Rule):
    """A printf in a kernel costs registers in every lane, also where it is never reached."""

    meta = Meta(
        id="ACME001",
        name="acme-device-printf",
        summary=Text(en="printf in device code.", zh="设备代码中使用了 printf。"),
        severity=Severity.WARNING,
        items=(),
        triggers=("printf",),
    )
    doc = Doc(
        what=Text(en="Reports calls of `printf` in device functions.", zh="报告设备函数中对 `printf` 的调用。"),
        why=Text(
            en="Its buffer and registers are paid in every launch.", zh="每次启动都要为其缓冲区和寄存器付出代价。"
        ),
        fix=Text(en="Remove it, or compile it only for debugging.", zh="删除，或仅在调试构建中编译。"),
    )
    examples = (
        Example(
            wrong='__global__ void k() {\n  printf("here");  // expect: ACME001\n}\n',
            right="__global__ void k() {\n}\n",
        ),
    )

    def visit_Call(self, call: Call, fn: FunctionFacts) -> Iterator[Finding]:
        """Called for each call in each function."""
        if call.name == "printf" and fn.function.device:
            yield self.at(call, Text(en="printf in device code", zh="设备代码中使用了 printf"))
