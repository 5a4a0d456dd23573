import type { Pairing } from '../../shared/domain/instructions/connection.js'

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

const json = (value: unknown): string => JSON.stringify(value, null, 2)
/** Formats a TOML basic string, which is a JSON string. */
const toml = (text: string): string => JSON.stringify(text)
const tomlTable = (table: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(table)
    .map(([name, value]) => `${name} = ${toml(value)}`)
    .join(', ')} }`

/** VS Code's own command opens the file; its folder differs by platform and profile. */
const VSCODE_FILE = 'mcp.json of your user profile (command “MCP: Open User Configuration”)'

/**
 * Returns configuration for the common clients: over HTTP where the client supports it, otherwise
 * through the bridge. It always names the person's own file, because a project's file is checked in
 * and would share the key.
 */
export function connectionSnippets({ url, token, bridge }: SnippetParts): Snippet[] {
  const headers = { Authorization: `Bearer ${token}` }
  const program = {
    command: bridge.command,
    args: [...bridge.args],
    env: { ...bridge.env, COUNTERSIGN_TOKEN: token, COUNTERSIGN_URL: url },
  }
  const servers = (server: object): string => json({ mcpServers: { countersign: server } })
  return [
    { client: 'Claude Desktop', file: 'claude_desktop_config.json', text: servers(program) },
    {
      client: 'Claude Code',
      file: '~/.claude.json',
      text: servers({ type: 'http', url, headers }),
    },
    {
      client: 'Claude Code (program)',
      file: '~/.claude.json',
      text: servers({ type: 'stdio', ...program }),
    },
    { client: 'Cursor', file: '~/.cursor/mcp.json', text: servers({ url, headers }) },
    { client: 'Cursor (program)', file: '~/.cursor/mcp.json', text: servers(program) },
    {
      client: 'VS Code',
      file: VSCODE_FILE,
      text: json({ servers: { countersign: { type: 'http', url, headers } } }),
    },
    {
      client: 'VS Code (program)',
      file: VSCODE_FILE,
      text: json({ servers: { countersign: { type: 'stdio', ...program } } }),
    },
    {
      client: 'Codex CLI',
      file: '~/.codex/config.toml',
      text: `[mcp_servers.countersign]\nurl = ${toml(url)}\nhttp_headers = ${tomlTable(headers)}\n`,
    },
    {
      client: 'Codex CLI (program)',
      file: '~/.codex/config.toml',
      text: `[mcp_servers.countersign]\ncommand = ${toml(program.command)}\nargs = [${program.args.map(toml).join(', ')}]\nenv = ${tomlTable(program.env)}\n`,
    },
    {
      client: 'Gemini CLI',
      file: '~/.gemini/settings.json',
      text: servers({ httpUrl: url, headers }),
    },
    { client: 'Gemini CLI (program)', file: '~/.gemini/settings.json', text: servers(program) },
    {
      client: 'Any client over HTTP',
      file: 'Streamable HTTP',
      text: `${url}\nAuthorization: ${headers.Authorization}\n`,
    },
  ]
}
