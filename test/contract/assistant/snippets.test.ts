import { describe, expect, it } from 'vitest'
import { connectionSnippets } from '../../../electron/assistant/snippets.js'

const TOKEN = 'AbC-_'.repeat(9)
const URL_ = 'http://127.0.0.1:8791/mcp'
/** A program in a folder whose name every format has to quote. */
const bridge = {
  command: 'C:\\Program Files\\Counter "sign"\\Countersign.exe',
  args: ["C:\\Pro'gram\\out\\bridge.cjs"],
  env: { ELECTRON_RUN_AS_NODE: '1', COUNTERSIGN_FOLDER: 'D:\\Data\\bridge' },
}
const snippets = connectionSnippets({ url: URL_, token: TOKEN, bridge, platform: 'win32' })
const textOf = (client: string): string =>
  snippets.find((snippet) => snippet.client === client)?.text ?? ''

const HEADERS = { Authorization: `Bearer ${TOKEN}` }
const PROGRAM = {
  command: bridge.command,
  args: bridge.args,
  env: { ...bridge.env, COUNTERSIGN_TOKEN: TOKEN },
}
const servers = (server: object): object => ({ mcpServers: { countersign: server } })

/**
 * Reads the part of TOML 1.0 that is used: one table, basic strings, arrays of them, and inline
 * tables of them. Anything else throws.
 */
function readToml(text: string): unknown {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const name = /^\[([\w.]+)\]$/.exec(head)?.[1]
  if (name === undefined) throw new Error('no table')
  const value = (source: string): unknown => {
    const json = source.startsWith('{')
      ? source.replaceAll(/([{,] )([A-Za-z_]+) = /g, '$1"$2": ')
      : source
    // A basic TOML string equals a JSON string except for \/ and characters beyond the basic plane,
    // which are not used here.
    return JSON.parse(json) as unknown
  }
  return {
    [name]: Object.fromEntries(
      lines.map((line) => {
        const [, key = '', source = ''] = /^([a-z_]+) = (.+)$/.exec(line) ?? []
        return [key, value(source)]
      }),
    ),
  }
}

describe('the configuration snippets for MCP clients', () => {
  it('exist for the common clients, with the path of the file they belong in', () => {
    expect(snippets.map(({ client, file }) => `${client}: ${file}`)).toMatchInlineSnapshot(`
      [
        "Claude Desktop: claude_desktop_config.json",
        "Claude Code: Terminal",
        "Claude Code (settings): ~/.claude.json",
        "Cursor: ~/.cursor/mcp.json",
        "VS Code: mcp.json of your user profile (command “MCP: Open User Configuration”)",
        "Gemini CLI: ~/.gemini/settings.json",
        "Codex CLI: ~/.codex/config.toml",
        "ChatGPT desktop: ~/.codex/config.toml",
        "Goose: ~/.config/goose/config.yaml",
        "LM Studio: ~/.lmstudio/mcp.json",
        "Claude Code (HTTP): Terminal",
        "Cursor (HTTP): ~/.cursor/mcp.json",
        "VS Code (HTTP): mcp.json of your user profile (command “MCP: Open User Configuration”)",
        "Gemini CLI (HTTP): ~/.gemini/settings.json",
        "Codex CLI (HTTP): ~/.codex/config.toml",
        "ChatGPT desktop (HTTP): ~/.codex/config.toml",
        "Goose (HTTP): ~/.config/goose/config.yaml",
        "LM Studio (HTTP): ~/.lmstudio/mcp.json",
        "Any client over HTTP: Streamable HTTP",
      ]
    `)
  })

  it('never go into a project file, which would be shared with the key in it', () => {
    expect(snippets.filter(({ file }) => /^\.|workspace|project/i.test(file))).toEqual([])
  })

  it.each([
    ['Claude Desktop', servers(PROGRAM)],
    ['Claude Code (settings)', servers({ type: 'stdio', ...PROGRAM })],
    ['Cursor', servers(PROGRAM)],
    ['Cursor (HTTP)', servers({ url: URL_, headers: HEADERS })],
    ['VS Code', { servers: { countersign: { type: 'stdio', ...PROGRAM } } }],
    ['VS Code (HTTP)', { servers: { countersign: { type: 'http', url: URL_, headers: HEADERS } } }],
    ['LM Studio', servers(PROGRAM)],
    ['LM Studio (HTTP)', servers({ url: URL_, headers: HEADERS })],
    ['Gemini CLI', servers(PROGRAM)],
    ['Gemini CLI (HTTP)', servers({ httpUrl: URL_, headers: HEADERS })],
  ])("%s is JSON of the client's format", (client, shape) => {
    expect(JSON.parse(textOf(client))).toEqual(shape)
  })

  it('is TOML of the format of Codex', () => {
    expect(readToml(textOf('Codex CLI (HTTP)'))).toEqual({
      'mcp_servers.countersign': { url: URL_, http_headers: HEADERS },
    })
    expect(readToml(textOf('Codex CLI'))).toEqual({ 'mcp_servers.countersign': PROGRAM })
    expect(textOf('ChatGPT desktop')).toBe(textOf('Codex CLI'))
  })

  it('is YAML of the format of Goose', () => {
    expect(textOf('Goose')).toContain('    type: stdio')
    expect(textOf('Goose')).toContain('    cmd: ')
    expect(textOf('Goose')).toContain(`      COUNTERSIGN_TOKEN: ${TOKEN}`)
    expect(textOf('Goose (HTTP)')).toBe(
      [
        'extensions:',
        '  countersign:',
        '    type: streamable_http',
        '    name: countersign',
        '    enabled: true',
        `    uri: ${URL_}`,
        '    headers:',
        `      Authorization: Bearer ${TOKEN}`,
        '    env_keys: []',
        '    envs: {}',
        '    timeout: 300',
        '',
      ].join('\n'),
    )
  })

  it("is Claude Code's own line, with the one that takes it out again", () => {
    const undo = 'claude mcp remove --scope user countersign\n'
    const [powershell, posix] = (['win32', 'linux'] as const).map((platform) =>
      connectionSnippets({ url: URL_, token: TOKEN, bridge, platform }).find(
        ({ client }) => client === 'Claude Code',
      ),
    )
    const start = `claude mcp add --env ELECTRON_RUN_AS_NODE=1 --env 'COUNTERSIGN_FOLDER=D:\\Data\\bridge' --env COUNTERSIGN_TOKEN=${TOKEN} --transport stdio --scope user countersign -- 'C:\\Program Files\\Counter "sign"\\Countersign.exe'`
    expect(powershell).toMatchObject({
      text: `${start} 'C:\\Pro''gram\\out\\bridge.cjs'\n`,
      undo,
    })
    expect(posix).toMatchObject({ text: `${start} 'C:\\Pro'\\''gram\\out\\bridge.cjs'\n`, undo })
    expect(snippets.find(({ client }) => client === 'Claude Code (HTTP)')).toMatchObject({
      text: `claude mcp add --transport http --scope user countersign ${URL_} --header "Authorization: Bearer ${TOKEN}"\n`,
      undo,
    })
  })

  it('SEC-30: say HTTP only where a client is to connect without the bridge', () => {
    const withAddress = snippets.filter(({ text }) => text.includes(URL_))
    expect(withAddress.map(({ client }) => client)).toEqual(
      snippets.filter(({ overHttp }) => overHttp === true).map(({ client }) => client),
    )
    expect(snippets.filter(({ setup }) => setup !== undefined)).toHaveLength(8)
    expect(snippets.filter(({ setup, overHttp }) => setup !== undefined && overHttp)).toEqual([])
  })

  it('give every other client the address and the key', () => {
    expect(textOf('Any client over HTTP').trim().split('\n')).toEqual([
      URL_,
      `Authorization: Bearer ${TOKEN}`,
    ])
  })

  it('never put the key into an address or into the command of a server, where other programs could read it', () => {
    for (const { text } of snippets) {
      expect(text).toContain(TOKEN)
      expect(text).not.toMatch(/[?&](key|token)=|--(token|key)[ =]/)
    }
    expect(JSON.stringify([bridge.command, bridge.args])).not.toContain(TOKEN)
  })
})
