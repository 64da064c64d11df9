"""The worked examples that items carry: numbers computed here, facts from the descriptor model, each with its class.

An inferred behaviour is always introduced as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hygon_lint.audit import labels, trace
from hygon_lint.audit.catalogue import Item, items
from hygon_lint.audit.markdown import table
from hygon_lint.finding import Text
from hygon_lint.model import descriptor

Block = Sequence[str]
Essay = Callable[[str], Iterator[Block]]


def essays_of(keys: Sequence[str]) -> tuple[str, ...]:
    """The names of the essays that belong to these items, each once."""
    known = items()
    return tuple(dict.fromkeys(name for key in keys if key in known for name in known[key].essays))


def essay(name: str, lang: str) -> list[Block]:
    """One essay as blocks of Markdown lines, its heading (third level) first."""
    return list(ESSAYS[name](lang))


def _word(value: int) -> str:
    return f"`0x{value:08X}`"


def _address(value: int) -> str:
    digits = f"{value:X}"
    parts = []
    while digits:
        parts.append(digits[-4:])
        digits = digits[:-4]
    return f"`0x{'_'.join(reversed(parts))}`"


def _tag(evidence: str, lang: str) -> str:
    text = labels.EVIDENCE[evidence].get(lang)
    return f"【{text}】" if lang == "zh" else f" [{text}]"


def _carry(lang: str) -> Iterator[Block]:
    say = _chooser(lang)
    root, offset = trace.ROOT, trace.OFFSET
    right, wrong = trace.add_whole(root, offset), trace.add_low_word(root, offset)
    low_by = right.address - wrong.address
    yield [say("### Worked numbers: 8 KiB that read 4 GiB too low", "### 数字推演：加 8 KiB，却读低了 4 GiB")]
    yield [
        say(
            f"The root address is {_address(root)}, the offset of the tile {_address(offset)} ({offset // 1024} KiB).",
            f"基地址为 {_address(root)}，tile 偏移为 {_address(offset)}（{offset // 1024} KiB）。",
        )
    ]
    rows = [
        (say("root", "基地址"), trace.split(root)),
        (say("sum in 64 bits", "64 位相加"), right),
        (say("offset added to word 0 alone", "只加在 word 0 上"), wrong),
    ]
    yield table(
        ("", "word 1", "word 0", say("address the hardware sees", "硬件看到的地址")),
        [(label, _word(words.high), _word(words.low), _address(words.address)) for label, words in rows],
    )
    gib = low_by >> 30
    yield [
        say(
            f"Word 0 wraps and the carry is dropped: the load reads {low_by:,} bytes ({gib} GiB) below the tile.",
            f"word 0 回绕、进位丢失：加载地址比目标低 {low_by:,} 字节（{gib} GiB）。",
        ),
        say(
            "What counts is not how large the offset is but how close the root lies to the next multiple of 4 GiB: "
            f"here any offset from {trace.distance_to_wrap(root):,} bytes on carries. An allocator promises nothing "
            "about that.",
            "关键不在偏移有多大，而在基地址离下一个 4 GiB 整数倍有多近：本例中偏移达到 "
            f"{trace.distance_to_wrap(root):,} 字节就会进位，而分配器对此不作任何保证。",
        ),
    ]
    yield [
        say(
            "C++ sees four unrelated 32-bit integers, so neither the type system nor a compiler warning objects.",
            "在 C++ 看来这只是四个互不相干的 32 位整数，类型系统和编译警告都不会提醒。",
        )
        + _tag("code", lang)
    ]


def _base_field(lang: str) -> Iterator[Block]:
    say = _chooser(lang)
    yield [say("### The words of a descriptor", "### 描述符各字的含义")]
    yield table(
        (say("word", "字"), say("bits", "位"), say("field", "字段"), say("meaning", "含义"), say("evidence", "依据")),
        [
            (
                str(f.word),
                f"{f.low_bit + f.width_bits - 1}:{f.low_bit}",
                f"`{f.name}`",
                f.meaning.get(lang),
                labels.EVIDENCE[f.evidence].get(lang),
            )
            for f in descriptor.fields("matrix")
        ],
    )
    bits, mask, high = (f("gfx938") for f in (descriptor.base_bits, descriptor.base_mask, descriptor.base_high_mask))
    wide = descriptor.base_bits("gfx1250")
    yield [
        say(
            f"The base of Hygon's arches has {bits} bits (mask `0x{mask:x}`, or `0x{high:x}` on word 1). On gfx1250 it "
            f"has {wide} and a 48-bit mask would cut it.",
            f"海光各架构的基地址为 {bits} 位（掩码 `0x{mask:x}`，对 word 1 即 `0x{high:x}`）；"
            f"gfx1250 为 {wide} 位，用 48 位掩码反而会截断。",
        )
    ]
    yield [say("### Worked numbers: a half joined with its sign", "### 数字推演：带符号拼接半个地址")]
    words = trace.split(trace.ROOT)
    spoilt = trace.joined_with_sign(words)
    yield [
        say(
            f"The low half of {_address(trace.ROOT)} has its top bit set. Joined through a signed int it fills all "
            "bits above:",
            f"{_address(trace.ROOT)} 的低半部分最高位为 1。若经由有符号 int 拼接，高位会被全部填 1：",
        )
    ]
    limited = trace.split(spoilt.address & mask)
    yield table(
        ("", "word 1", "word 0"),
        [
            (say("meant", "本意"), _word(words.high), _word(words.low)),
            (say("joined with sign", "带符号拼接"), _word(spoilt.high), _word(spoilt.low)),
            (say("after the mask", "掩码之后"), _word(limited.high), _word(limited.low)),
        ],
    )
    yield [
        say(
            "The mask keeps stride and format bits clean. It does not make a wrong address right: here bits 32-47 are "
            "spoilt as well, and only arithmetic in the right width and sign helps.",
            "掩码只能保证 stride 与格式位不被污染，并不能让错误的地址变对：本例 bit 32-47 也已被破坏，"
            "只有用正确的位宽与符号运算才行。",
        )
    ]


def _layers(lang: str) -> Iterator[Block]:
    say = _chooser(lang)
    yield [say("### Four layers, none of which implies the next", "### 四个层次，前一层都推不出后一层")]
    for index, layer in enumerate(descriptor.layers(), 1):
        colon = "：" if lang == "zh" else ": "
        unsaid = say("Not said by it: ", "它没有说的是：")
        yield [
            f"{index}. **{layer.title.get(lang)}**{colon}{layer.says.get(lang)}{_tag(layer.evidence, lang)}",
            f"   {unsaid}{layer.unsaid.get(lang)}",
        ]
    yield [
        say(
            "So a full filter is a statement about data. The address in words 0 and 1 has to be made safe by itself.",
            "所以“过滤全满”说的只是数据。word 0、1 里的地址必须另行保证安全。",
        )
    ]
    yield [say("### How others keep a dead tile safe", "### 其他生态如何处理无效 tile")]
    yield table(
        (
            say("idiom", "做法"),
            say("where", "出处"),
            say("kept by", "由谁保证"),
            say("how", "机制"),
            say("evidence", "依据"),
        ),
        [
            (
                idiom.title.get(lang),
                idiom.where.get(lang),
                labels.GUARANTEE[idiom.guarantee].get(lang),
                idiom.how.get(lang),
                labels.EVIDENCE[idiom.evidence].get(lang),
            )
            for idiom in descriptor.idioms()
        ],
    )


def _zero_times_nan(lang: str) -> Iterator[Block]:
    say = _chooser(lang)
    yield [say("### Why masking does not help: 0 x NaN", "### 为什么 mask 救不回来：0 x NaN")]
    yield [
        say(
            "The mask sets the score to minus infinity, so the weight is exactly 0. The value it is multiplied with is "
            "whatever stands in the tile:",
            "mask 把分数置为负无穷，权重精确为 0；与之相乘的却是 tile 里现有的内容：",
        )
    ]
    yield table(
        ("P", "V", "P x V", say("accumulator 1.0 becomes", "累加器 1.0 变为")),
        [
            tuple(_number(number, lang) for number in (0.0, value, 0.0 * value, trace.poisoned(1.0, 0.0, value)))
            for value in (2.5, float("inf"), float("nan"))
        ],
    )
    yield [
        say(
            "IEEE 754 leaves no way back: the sum of NaN and anything is NaN, in this step and in all later ones.",
            "IEEE 754 没有回头路：NaN 与任何数相加都是 NaN，这一步如此，之后每一步也如此。",
        )
        + _tag("documentation", lang)
    ]
    yield [
        say(
            "A filtered row is not written to the LDS, which is not cleared between blocks: what an earlier tile or "
            "kernel left there is read as the operand.",
            "被过滤的行不会写入 LDS，而 LDS 在 block 之间不会清零："
            "读出来当操作数的，是之前某个 tile 或 kernel 的残留。",
        )
        + _tag("code", lang)
    ]
    yield [
        say(
            "How likely is NaN? Assume random bytes (an assumption, not a measurement) in one tile of "
            f"{trace.TILE_BYTES:,} bytes:",
            f"有多大可能碰上 NaN？假设一个 {trace.TILE_BYTES:,} 字节的 tile 里是随机字节（只是假设，并非实测）：",
        )
    ]
    yield table(
        (
            "FP8",
            say("codes that are NaN or infinity", "表示 NaN 或无穷的编码"),
            say("at least one in the tile", "tile 中至少出现一个"),
        ),
        [
            (name, f"{codes} / 256", _chance(trace.chance_of_not_finite(codes)))
            for name, codes in trace.FP8_NOT_FINITE.items()
        ],
    )
    yield [
        say(
            "Masking is a statement about weights, sanitising one about data. What enters the MMA must be finite data.",
            "mask 作用于权重，净化作用于数据；进入 MMA 的必须是有限的数据。",
        )
    ]


def _guards(lang: str) -> Iterator[Block]:
    say = _chooser(lang)
    limit = 1 << 31
    yield [say("### Worked numbers: guards that let too much through", "### 数字推演：放行过多的上限检查")]
    yield table(
        (say("quantity", "量"), say("product", "乘积"), say("against 2^31", "与 2^31 相比")),
        [
            (
                number.label.get(lang),
                f"{number.product:,}",
                say("passes the check", "通过检查") if number.product < limit else say("above the limit", "超限"),
            )
            for number in items()["DEBT-2"].numbers
        ],
    )
    heads, dim = 64, 128
    wraps_at = limit // (heads * dim)
    yield [
        say(
            f"With {heads} heads and head dimension {dim}, a product in 32 bits wraps from {wraps_at:,} tokens on.",
            f"{heads} 个 head、head dim {dim} 时，32 位乘积从 {wraps_at:,} 个 token 起溢出。",
        )
    ]


def _number(value: float, lang: str) -> str:
    names = {"inf": Text("infinity", "无穷").get(lang), "nan": "NaN"}
    return names.get(f"{value:g}", f"{value:g}")


def _chance(share: float) -> str:
    """A chance as per cent, never rounded up to certainty."""
    return f"> {min(int(share * 1e6), 999_999) / 1e4:.4f}%"


def _chooser(lang: str) -> Callable[[str, str], str]:
    def say(en: str, zh: str) -> str:
        return Text(en, zh).get(lang)

    return say


ESSAYS: dict[str, Essay] = {
    "carry": _carry,
    "base-field": _base_field,
    "layers": _layers,
    "zero-times-nan": _zero_times_nan,
    "guards": _guards,
}
"""The essays by the name items use."""


def missing(known: dict[str, Item]) -> list[str]:
    """Essays that items name and nobody wrote."""
    return [f"{item.id}: {name}" for item in known.values() for name in item.essays if name not in ESSAYS]
