"""A language server: the same scan as on the command line, for the file an editor shows.

Each scan runs in a worker process of its own, so that what kills libclang does not kill the session; a scan that is
overtaken by a newer one of the same file is not shown. Positions count UTF-16 units, as the protocol has it.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from hygon_lint import __version__
from hygon_lint.registry import Registry, load_rules

SECTION = "hygonLint"
SECONDS = 120.0  # for one scan; its files have limits of their own

_SEVERITY = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}


class Settings(msgspec.Struct, rename="camel"):
    """What an editor may choose."""

    lang: str = "en"
    select: list[str] = []
    ignore: list[str] = []
    min_confidence: str = "medium"

    def arguments(self) -> list[str]:
        """As options of `scan`."""
        words = ["--lang", self.lang, "--min-confidence", self.min_confidence]
        words += [word for rule in self.select for word in ("--select", rule)]
        return words + [word for rule in self.ignore for word in ("--ignore", rule)]


class Server(LanguageServer):
    """The session with one editor."""

    def __init__(self) -> None:
        super().__init__("hygon-lint", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.settings = Settings()
        self.findings: dict[str, list[dict[str, Any]]] = {}
        self.running: dict[str, asyncio.Task[None]] = {}
        self.registry: Registry = load_rules()

    def configure(self, given: object) -> None:
        """Take settings over; what is wrong with them is told, and the old ones stay."""
        if isinstance(given, dict) and isinstance(given.get(SECTION), dict):
            given = given[SECTION]
        try:
            self.settings = msgspec.convert(given or {}, Settings)
        except msgspec.ValidationError as error:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, f"hygon-lint: settings: {error}"))

    def check(self, uri: str) -> None:
        """Scan a document and publish what is found, in place of a scan of it that is still running."""
        before = self.running.pop(uri, None)
        if before is not None:
            before.cancel()
        self.running[uri] = asyncio.ensure_future(self._check(uri))

    async def _check(self, uri: str) -> None:
        path = to_fs_path(uri)
        if path is None:
            return
        document = self.workspace.get_text_document(uri)
        found, trouble = await _scan(path, document.source, self.settings)
        if trouble:
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, f"hygon-lint: {trouble}"))
        self.findings[uri] = found
        lines = document.lines
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, [_diagnostic(one, lines, path) for one in found], document.version)
        )

    def forget(self, uri: str) -> None:
        """A document was closed."""
        before = self.running.pop(uri, None)
        if before is not None:
            before.cancel()
        self.findings.pop(uri, None)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def at(self, uri: str, where: lsp.Range) -> list[dict[str, Any]]:
        """The findings whose range meets a range."""
        lines = self.workspace.get_text_document(uri).lines
        return [one for one in self.findings.get(uri, ()) if _meet(_range(one, lines), where)]


async def _scan(path: str, text: str, settings: Settings) -> tuple[list[dict[str, Any]], str]:
    """Findings of the file at `path` with the text that the editor has, and what went wrong."""
    words = [sys.executable, "-c", "from hygon_lint.cli import main; main()", "scan", "--format", "json"]
    words += [*settings.arguments(), "--stdin-filename", path, "-"]
    process = await asyncio.create_subprocess_exec(
        *words,
        cwd=Path(path).parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(text.encode("utf-8")), SECONDS)
    except (asyncio.TimeoutError, asyncio.CancelledError):
        process.kill()
        await process.wait()
        raise
    if process.returncode not in (0, 1, 3):
        return [], err.decode("utf-8", "replace").strip()
    report = msgspec.json.decode(out)
    errors = "; ".join(f"{error['path']}: {error['reason']}" for error in report["run"]["errors"])
    mine = [one for one in report["findings"] if one["state"] == "new" and _same(one["path"], path)]
    return mine, errors


def _same(shown: str, path: str) -> bool:
    return (Path(path).parent / shown).resolve() == Path(path).resolve()


# ---------------------------------------------------------------- shapes of the protocol


def _position(line: int, column: int, lines: Sequence[str]) -> lsp.Position:
    """A 1-based line and column of code points as the protocol counts."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return lsp.Position(max(line - 1, 0), len(text[: column - 1].encode("utf-16-le")) // 2)


def _range(finding: dict[str, Any], lines: Sequence[str]) -> lsp.Range:
    return lsp.Range(
        _position(finding["line"], finding["column"], lines),
        _position(finding["end_line"], finding["end_column"], lines),
    )


def _meet(one: lsp.Range, other: lsp.Range) -> bool:
    return one.start <= other.end and other.start <= one.end


def _diagnostic(finding: dict[str, Any], lines: Sequence[str], path: str) -> lsp.Diagnostic:
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(from_fs_path(str((Path(path).parent / step["path"]).resolve())) or "", _point(step)),
            step["message"],
        )
        for step in (*finding["related"], *finding["flow"])
    ]
    items = f" [{', '.join(finding['audit'])}]" if finding["audit"] else ""
    return lsp.Diagnostic(
        range=_range(finding, lines),
        severity=_SEVERITY[finding["severity"]],
        code=finding["rule"],
        source="hygon-lint",
        message=f"{finding['message']}{items}",
        related_information=related or None,
    )


def _point(step: dict[str, Any]) -> lsp.Range:
    position = lsp.Position(max(step["line"] - 1, 0), max(step["column"] - 1, 0))
    return lsp.Range(position, position)


def _action(finding: dict[str, Any], uri: str, lines: Sequence[str], path: str) -> lsp.CodeAction | None:
    fix = finding["fix"]
    if fix is None or not all(_same(edit["path"], path) for edit in fix["edits"]):
        return None
    edits = [lsp.TextEdit(_range(edit, lines), edit["text"]) for edit in fix["edits"]]
    title = f"{finding['rule']}: {finding['name']}" + ("" if fix["safe"] else " (review it)")
    return lsp.CodeAction(
        title=title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[_diagnostic(finding, lines, path)],
        edit=lsp.WorkspaceEdit(changes={uri: edits}),
        is_preferred=bool(fix["safe"]),
    )


def _page(finding: dict[str, Any], server: Server) -> str:
    """The rule and its audit items in a few lines, as Markdown."""
    from hygon_lint.audit import catalogue

    rule = server.registry.find(finding["rule"])
    lang = server.settings.lang
    parts = [f"**{finding['rule']} {finding['name']}**"]
    if rule is not None:
        parts += [rule.doc.what.get(lang), rule.doc.why.get(lang), rule.doc.fix.get(lang)]
    for item_id in finding["audit"]:
        item = catalogue.find(item_id)
        if item is not None:
            parts.append(f"**{item_id}** {item.title.get(lang)}")
    return "\n\n".join(parts)


# ---------------------------------------------------------------- the session


def create() -> Server:
    """A server that is ready to speak."""
    server = Server()

    @server.feature(lsp.INITIALIZE)
    def initialize(ls: Server, params: lsp.InitializeParams) -> None:
        ls.configure(params.initialization_options)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(ls: Server, params: lsp.DidChangeConfigurationParams) -> None:
        ls.configure(params.settings)
        for uri in list(ls.workspace.text_documents):
            ls.check(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
        ls.check(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: Server, params: lsp.DidSaveTextDocumentParams) -> None:
        ls.check(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.forget(params.text_document.uri)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    def actions(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        path = to_fs_path(uri) or ""
        lines = ls.workspace.get_text_document(uri).lines
        found = (_action(one, uri, lines, path) for one in ls.at(uri, params.range))
        return [action for action in found if action is not None]

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
        uri = params.text_document.uri
        found = ls.at(uri, lsp.Range(params.position, params.position))
        if not found:
            return None
        text = "\n\n---\n\n".join(_page(one, ls) for one in found)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text))

    return server


def serve() -> None:
    """Speak on stdin and stdout until the editor leaves."""
    create().start_io()
