"""The language server, driven by a real client: diagnostics, quick fixes, hover, settings."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient

TEXT = "int a;\n/* 😀 */ // static_assert(sizeof(int) == 4);\nint b;  // NOLINT(HYG101): old\n"
START = [sys.executable, "-c", "from hygon_lint.cli import main; main(['server'])"]


@pytest_lsp.fixture(config=ClientServerConfig(server_command=START))
async def client(lsp_client: LanguageClient, tmp_path: Path):  # type: ignore[no-untyped-def]
    params = lsp.InitializeParams(
        capabilities=lsp.ClientCapabilities(), root_uri=tmp_path.as_uri(), initialization_options={"lang": "en"}
    )
    await lsp_client.initialize_session(params)
    yield lsp_client
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    uri = path.as_uri()
    item = lsp.TextDocumentItem(uri=uri, language_id="cpp", version=1, text=text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=item))
    return uri


async def diagnostics(client: LanguageClient, uri: str) -> list[lsp.Diagnostic]:
    await asyncio.wait_for(client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 60)
    return list(client.diagnostics[uri])


@pytest.mark.asyncio
async def test_diagnostics_on_open_and_save(client: LanguageClient, tmp_path: Path) -> None:
    uri = opened(client, tmp_path / "a.hip", TEXT)
    found = await diagnostics(client, uri)
    assert [(one.code, one.range.start.line) for one in found] == [("HYG401", 1), ("HYG001", 2)]
    assert found[0].range.start.character == 12, "UTF-16 units: the face counts two"
    assert found[0].severity == lsp.DiagnosticSeverity.Warning
    assert "DEBT-5" in found[0].message
    change = lsp.TextDocumentContentChangeWholeDocument(text="int a;\n")
    document = lsp.VersionedTextDocumentIdentifier(uri=uri, version=2)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(text_document=document, content_changes=[change]))
    client.text_document_did_save(lsp.DidSaveTextDocumentParams(text_document=lsp.TextDocumentIdentifier(uri=uri)))
    assert await diagnostics(client, uri) == [], "the editor's text counts, not the one on disk"


@pytest.mark.asyncio
async def test_quick_fix_and_hover(client: LanguageClient, tmp_path: Path) -> None:
    uri = opened(client, tmp_path / "a.hip", TEXT)
    await diagnostics(client, uri)
    document = lsp.TextDocumentIdentifier(uri=uri)
    where = lsp.Range(lsp.Position(2, 12), lsp.Position(2, 12))
    context = lsp.CodeActionContext(diagnostics=[])
    actions = await client.text_document_code_action_async(lsp.CodeActionParams(document, where, context))
    assert actions is not None
    (action,) = actions
    assert isinstance(action, lsp.CodeAction) and action.is_preferred
    assert action.edit is not None and action.edit.changes is not None
    (edit,) = action.edit.changes[uri]
    assert (edit.new_text, edit.range.start, edit.range.end) == ("", lsp.Position(2, 6), lsp.Position(2, 30))
    hover = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(1, 20)))
    assert hover is not None and isinstance(hover.contents, lsp.MarkupContent)
    assert "HYG401" in hover.contents.value and "DEBT-5" in hover.contents.value
    assert await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(0, 0))) is None


@pytest.mark.asyncio
async def test_settings(client: LanguageClient, tmp_path: Path) -> None:
    uri = opened(client, tmp_path / "a.hip", TEXT)
    assert len(await diagnostics(client, uri)) == 2
    settings = {"hygonLint": {"lang": "zh", "ignore": ["HYG001"]}}
    client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings))
    (found,) = await diagnostics(client, uri)
    assert any("\u4e00" <= character <= "\u9fff" for character in found.message)


@pytest.mark.asyncio
async def test_a_closed_document_has_no_diagnostics(client: LanguageClient, tmp_path: Path) -> None:
    uri = opened(client, tmp_path / "a.hip", TEXT)
    await diagnostics(client, uri)
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri=uri)))
    assert await diagnostics(client, uri) == []
