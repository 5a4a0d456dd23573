import type { Pairing } from '../../shared/domain/instructions/connection.js'
import {
  CLAUDE_CODE_UNDO,
  claudeCodeLine,
  CLIENTS,
  clientSpec,
  type ClientAccess,
  type ClientSpec,
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
}

/** Writes an entry in the format of a client, as its whole settings. */
function snippetText({ format, keys }: ClientSpec, entry: object): string {
  const edited = editConfig(format, '', keys, entry)
  if (!edited.ok) throw new Error(edited.error)
  return edited.value
}

/** Settings that start the bridge, which answers before Countersign opens. */
const programEntry = (client: ClientName, { program }: ClientAccess): object =>
  client === 'vscode' ? { type: 'stdio', ...program } : program

const withProgram: readonly ClientName[] = ['cursor', 'vscode', 'codex-cli', 'gemini-cli']

/**
 * Returns configuration for the common clients: over HTTP where the client supports it, otherwise
 * through the bridge. It always names the person's own file, because a project's file is checked in
 * and would share the key.
 */
export function connectionSnippets(parts: SnippetParts): Snippet[] {
  const access = clientAccess(parts)
  const claudeFile = (entry: object): string =>
    JSON.stringify({ mcpServers: { countersign: entry } }, null, 2)
  return [
    ...ofClient('claude-desktop', access),
    {
      client: 'Claude Code',
      file: 'Terminal',
      text: claudeCodeLine(access),
      undo: CLAUDE_CODE_UNDO,
    },
    {
      client: 'Claude Code (program)',
      file: '~/.claude.json',
      text: claudeFile({ type: 'stdio', ...access.program }),
    },
    ...CLIENTS.slice(1).flatMap(({ id }) => ofClient(id, access)),
    {
      client: 'Any client over HTTP',
      file: 'Streamable HTTP',
      text: `${access.url}\nAuthorization: Bearer ${access.token}\n`,
    },
  ]
}

function ofClient(id: ClientName, access: ClientAccess): Snippet[] {
  const spec = clientSpec(id)
  const { name: client } = spec
  const file = FILES[id]
  const first = { client, file, text: snippetText(spec, spec.entry(access)), setup: id }
  return withProgram.includes(id)
    ? [
        first,
        { client: `${client} (program)`, file, text: snippetText(spec, programEntry(id, access)) },
      ]
    : [first]
}

/** Returns how a client reaches Countersign with this key. */
export const clientAccess = ({ url, token, bridge }: SnippetParts): ClientAccess => ({
  url,
  token,
  program: {
    command: bridge.command,
    args: [...bridge.args],
    env: { ...bridge.env, COUNTERSIGN_TOKEN: token, COUNTERSIGN_URL: url },
  },
})
