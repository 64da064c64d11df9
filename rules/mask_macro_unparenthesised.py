"""HYG104: a limiting macro that uses its argument bare, where an argument needs the parentheses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Edit, Finding, Fix, Place, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.finding import Fact
    from hygon_lint.project import Project


class MaskMacroUnparenthesised(Rule):
    """A macro is text.

    `(0xffffffffffff & x)` looks like a limit on whatever is passed. With a sum inside it is one, because `+` binds
    tighter than `&`. With `?:`, `|` or `^` inside the mask applies to the first piece only, and the address that was to
    be limited goes through whole.
    """

    meta = Meta(
        id="HYG104",
        name="mask-macro-unparenthesised",
        summary=Text(
            en="An address mask macro that uses its argument without parentheses, where an argument needs them.",
            zh="地址掩码宏未给参数加括号，而传入的实参恰好需要括号。",
        ),
        severity=Severity.WARNING,
        items=("MLS-1a",),
        cwe=(783,),
        evidence=Evidence.CODE,
        tags=("descriptor", "address"),
    )
    doc = Doc(
        what=Text(
            en="Reports the definition of a one-parameter macro that ANDs its bare parameter with a mask of 40 bits or more, when "
            "some expansion in the project passes `?:`, `|`, `^`, `&&`, `||` or an assignment at its top level.",
            zh="当工程中某处展开的实参在最外层含有 `?:`、`|`、`^`、`&&`、`||` 或赋值时，报告把裸参数与 40 位以上掩码相与的单参数宏定义。",
        ),
        why=Text(
            en="The mask then limits one piece of the argument: address bits above the base field reach word 1 of the descriptor.",
            zh="此时掩码只作用于实参的一部分：基址字段以上的地址位会进入描述符的 word 1。",
        ),
        fix=Text(en="Put the parameter in parentheses: `(mask & (x))`.", zh="给参数加括号：`(mask & (x))`。"),
    )
    examples = (
        Example(
            wrong="""\
#include <stdint.h>
#define LOW48(x) (0xffffffffffffull & x) // expect: HYG104

__device__ uint64_t pick(uint64_t root, uint64_t tile, bool dead)
{
    return LOW48(dead ? root : root + tile);
}
""",
            right="""\
#include <stdint.h>
#define LOW48(x) (0xffffffffffffull & (x))

__device__ uint64_t pick(uint64_t root, uint64_t tile, bool dead)
{
    return LOW48(dead ? root : root + tile);
}
""",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each such macro with the arguments that it breaks."""
        for macro in project.facts("mask_macro"):
            broken = [use for use in project.facts("loose_argument") if use.data["macro"] == macro.data["name"]]
            if broken:
                yield self.at(
                    macro.place,
                    _message(macro, broken),
                    context=macro.data["body"],
                    related=tuple(
                        Step(
                            use.place,
                            Text(
                                en=f"`{use.data['operator']}` is passed here", zh=f"此处传入了 `{use.data['operator']}`"
                            ),
                        )
                        for use in broken[:10]
                    ),
                    fix=_fix(macro),
                )


def _message(macro: Fact, broken: list[Fact]) -> Text:
    name, param, first = macro.data["name"], macro.data["param"], broken[0].data
    more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
    more_zh = f"（另有 {len(broken) - 1} 处）" if len(broken) > 1 else ""
    return Text(
        en=f"`{name}` uses `{param}` without parentheses, and `{first['argument']}` is passed to it{more}: the mask binds tighter than "
        f"`{first['operator']}` and limits one piece only; write `({param})` in the macro",
        zh=f"`{name}` 使用 `{param}` 时没有加括号，而传入的实参是 `{first['argument']}`{more_zh}：掩码比 `{first['operator']}` 结合得更紧，"
        f"只作用于其中一部分；应在宏里写成 `({param})`",
    )


def _fix(macro: Fact) -> Fix | None:
    import re

    body, param, place = macro.data["body"], macro.data["param"], macro.place
    if place.line != place.end_line:
        return None
    safe = re.sub(rf"\b{re.escape(param)}\b", f"({param})", body)
    at = Place(place.path, place.line, place.end_column - len(body), place.end_line, place.end_column)
    return Fix(safe=True, edits=(Edit(at, safe),), message=Text(en="parenthesise the parameter", zh="给参数加括号"))
