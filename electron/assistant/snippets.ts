import type { Pairing } from '../../shared/domain/instructions/connection.js'
import {
  CLAUDE_CODE_UNDO,
  claudeCodeHttpLine,
  claudeCodeLine,
  CLIENTS,
  clientSpec,
  type ClientAccess,
  type ClientSpec,
  type PersonFolders,
} from './clients/client-table.js'
import { editConfig } from './clients/config-edit.js'

export interface SnippetParts {
  readonly url: string
  readonly token: string
  /**
   * The command that starts the bridge: program, arguments, and environment variables besides the
   * key.
   */
  readonly bridge: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
  /** The system whose terminal a line is for. */
  readonly platform: PersonFolders['platform']
}

type Snippet = Pairing['snippets'][number]
type ClientName = Parameters<typeof clientSpec>[0]

/** VS Code's own command opens the file; its folder differs by platform and profile. */
const VSCODE_FILE = 'mcp.json of your user profile (command “MCP: Open User Configuration”)'
/** Where a person finds the settings of each client. */
const FILES: Readonly<Record<ClientName, string>> = {
  'claude-desktop': 'claude_desktop_config.json',
  cursor: '~/.cursor/mcp.json',
  vscode: VSCODE_FILE,
  'gemini-cli': '~/.gemini/settings.json',
  'codex-cli': '~/.codex/config.toml',
  chatgpt: '~/.codex/config.toml',
  goose: '~/.config/goose/config.yaml',
  'lm-studio': '~/.lmstudio/mcp.json',
  'claude-code': '~/.claude.json',
}

/** Writes an entry in the format of a client, as its whole settings. */
function snippetText({ format, keys }: ClientSpec, entry: object): string {
  const edited = editConfig(format, '', keys, entry)
  if (!edited.ok) throw new Error(edited.error)
  return edited.value
}

/**
 * Returns configuration for the common clients: the bridge, which sends the key to Countersign
 * only, then HTTP for those who enable it. It always names the person's own file, because a
 * project's file is checked in and would share the key.
 */
export function connectionSnippets(parts: SnippetParts): Snippet[] {
  const access = clientAccess(parts)
  const claudeCode = { client: 'Claude Code', file: 'Terminal', undo: CLAUDE_CODE_UNDO }
  return [
    programSnippet('claude-desktop', access),
    { ...claudeCode, text: claudeCodeLine(access, parts.platform) },
    {
      client: 'Claude Code (settings)',
      file: FILES['claude-code'],
      text: JSON.stringify(
        { mcpServers: { countersign: { type: 'stdio', ...access.program } } },
        null,
        2,
      ),
    },
    ...CLIENTS.slice(1).map(({ id }) => programSnippet(id, access)),
    {
      ...claudeCode,
      client: 'Claude Code (HTTP)',
      text: claudeCodeHttpLine(access),
      overHttp: true,
    },
    ...CLIENTS.flatMap(({ id }) => httpSnippets(id, access)),
    {
      client: 'Any client over HTTP',
      file: 'Streamable HTTP',
      text: `${access.url}\nAuthorization: Bearer ${access.token}\n`,
      overHttp: true,
    },
  ]
}

function programSnippet(id: ClientName, access: ClientAccess): Snippet {
  const spec = clientSpec(id)
  return {
    client: spec.name,
    file: FILES[id],
    text: snippetText(spec, spec.entry(access)),
    setup: id,
  }
}

function httpSnippets(id: ClientName, access: ClientAccess): readonly Snippet[] {
  const spec = clientSpec(id)
  if (spec.httpEntry === null) return []
  const text = snippetText(spec, spec.httpEntry(access))
  return [{ client: `${spec.name} (HTTP)`, file: FILES[id], text, overHttp: true }]
}

/** Returns how a client reaches Countersign with this key. */
export const clientAccess = ({
  url,
  token,
  bridge,
}: Pick<SnippetParts, 'url' | 'token' | 'bridge'>): ClientAccess => ({
  url,
  token,
  program: {
    command: bridge.command,
    args: [...bridge.args],
    env: { ...bridge.env, COUNTERSIGN_TOKEN: token },
  },
})
