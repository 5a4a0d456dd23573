import path from 'node:path'
import type { ClientId } from '../../../shared/domain/instructions/client-setup.js'
import { isTable, valueAt } from './config-value.js'

/**
 * How an assistant reaches Countersign: by the program that it starts, or over HTTP by address and
 * key.
 */
export interface ClientAccess {
  readonly url: string
  readonly token: string
  /** The program, its arguments, and its environment with the key. */
  readonly program: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
}

/** The folders of a person that settings of programs are in. */
export interface PersonFolders {
  readonly platform: 'darwin' | 'win32' | 'linux'
  readonly home: string
  /** `APPDATA`, `XDG_CONFIG_HOME` and `CODEX_HOME` where they are set. */
  readonly env: Readonly<Record<string, string | undefined>>
}

export type ConfigFormat = 'json' | 'toml' | 'yaml'

/** A program of an assistant: its settings file, and what belongs into it. */
export interface ClientSpec {
  readonly id: ClientId
  readonly name: string
  readonly format: ConfigFormat
  /** The keys that lead to the entry of Countersign. */
  readonly keys: readonly string[]
  /** Returns further keys that may lead to an entry, by the settings; only Claude Code has any. */
  readonly furtherKeys?: (settings: unknown) => readonly (readonly string[])[]
  /** Returns where the file may be; the first whose folder exists is used, else the first. */
  readonly files: (folders: PersonFolders) => readonly string[]
  /** The entry that starts the bridge: it knows who answers before it sends the key. */
  readonly entry: (access: Pick<ClientAccess, 'program'>) => object
  /** The entry over HTTP; null where the client reads none from its settings. */
  readonly httpEntry: ((access: Omit<ClientAccess, 'program'>) => object) | null
  /** Where the place and the form of the file are documented. */
  readonly source: string
}

const NAME = 'countersign'
/** Where programs that follow the desktop's rules store settings, by platform. */
const settingsFolder = (folders: PersonFolders): string => {
  const { platform, home, env } = folders
  const { join } = pathOf(folders)
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support')
    case 'win32':
      return env['APPDATA'] ?? join(home, 'AppData', 'Roaming')
    case 'linux':
      return configFolder(folders)
  }
}
const configFolder = (folders: PersonFolders): string =>
  folders.env['XDG_CONFIG_HOME'] || pathOf(folders).join(folders.home, '.config')

/** Returns the rules of paths of the platform. */
export const pathOf = ({ platform }: PersonFolders): typeof path.posix =>
  platform === 'win32' ? path.win32 : path.posix

const inHome =
  (...parts: readonly string[]) =>
  (folders: PersonFolders): readonly string[] => [pathOf(folders).join(folders.home, ...parts)]
const inSettings =
  (...parts: readonly string[]) =>
  (folders: PersonFolders): readonly string[] => [
    pathOf(folders).join(settingsFolder(folders), ...parts),
  ]

type HttpAccess = Omit<ClientAccess, 'program'>
const headers = ({ token }: HttpAccess): object => ({ Authorization: `Bearer ${token}` })
const httpEntry = (access: HttpAccess): object => ({ url: access.url, headers: headers(access) })
const programEntry = ({ program }: Pick<ClientAccess, 'program'>): object => program

const codexFile = (folders: PersonFolders): readonly string[] => {
  const { join } = pathOf(folders)
  return [join(folders.env['CODEX_HOME'] || join(folders.home, '.codex'), 'config.toml')]
}
const codexHttpEntry = (access: HttpAccess): object => ({
  url: access.url,
  http_headers: headers(access),
})

const gooseFile = (folders: PersonFolders): readonly string[] => {
  const { join } = pathOf(folders)
  return folders.platform === 'win32'
    ? [join(settingsFolder(folders), 'Block', 'goose', 'config', 'config.yaml')]
    : [join(configFolder(folders), 'goose', 'config.yaml')]
}

const lmStudioFiles = (folders: PersonFolders): readonly string[] => {
  const { join } = pathOf(folders)
  return [
    join(folders.home, '.lmstudio', 'mcp.json'),
    // Where older installations still have it.
    join(folders.home, '.cache', 'lm-studio', 'mcp.json'),
  ]
}

/** The clients whose settings can be written, in the order in which they are offered. */
export const CLIENTS: readonly ClientSpec[] = [
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    format: 'json',
    keys: ['mcpServers', NAME],
    files: inSettings('Claude', 'claude_desktop_config.json'),
    entry: programEntry,
    httpEntry: null,
    source: 'https://modelcontextprotocol.io/quickstart/user',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    format: 'json',
    keys: ['mcpServers', NAME],
    files: inHome('.cursor', 'mcp.json'),
    entry: programEntry,
    httpEntry,
    source: 'https://cursor.com/docs/context/mcp',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    format: 'json',
    keys: ['servers', NAME],
    files: inSettings('Code', 'User', 'mcp.json'),
    entry: ({ program }) => ({ type: 'stdio', ...program }),
    httpEntry: (access) => ({ type: 'http', ...httpEntry(access) }),
    source: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    format: 'json',
    keys: ['mcpServers', NAME],
    files: inHome('.gemini', 'settings.json'),
    entry: programEntry,
    httpEntry: (access) => ({ httpUrl: access.url, headers: headers(access) }),
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  },
  {
    id: 'codex-cli',
    name: 'Codex CLI',
    format: 'toml',
    keys: ['mcp_servers', NAME],
    files: codexFile,
    entry: programEntry,
    httpEntry: codexHttpEntry,
    source: 'https://developers.openai.com/codex/mcp',
  },
  {
    // The desktop app reads the settings of Codex. ChatGPT in a browser calls from the internet and
    // cannot reach this computer.
    id: 'chatgpt',
    name: 'ChatGPT desktop',
    format: 'toml',
    keys: ['mcp_servers', NAME],
    files: codexFile,
    entry: programEntry,
    httpEntry: codexHttpEntry,
    source: 'https://developers.openai.com/codex/mcp',
  },
  {
    id: 'goose',
    name: 'Goose',
    format: 'yaml',
    keys: ['extensions', NAME],
    files: gooseFile,
    entry: ({ program }) => ({
      type: 'stdio',
      name: NAME,
      enabled: true,
      cmd: program.command,
      args: program.args,
      env_keys: [],
      envs: program.env,
      timeout: 300,
    }),
    httpEntry: (access) => ({
      type: 'streamable_http',
      name: NAME,
      enabled: true,
      uri: access.url,
      headers: headers(access),
      env_keys: [],
      envs: {},
      timeout: 300,
    }),
    source: 'https://block.github.io/goose/docs/guides/config-files',
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    format: 'json',
    keys: ['mcpServers', NAME],
    files: lmStudioFiles,
    entry: programEntry,
    httpEntry,
    source: 'https://lmstudio.ai/docs/app/mcp',
  },
]

const claudeCodeFile = (folders: PersonFolders): readonly string[] => {
  const { join } = pathOf(folders)
  return [join(folders.env['CLAUDE_CONFIG_DIR'] || folders.home, '.claude.json')]
}

/** Where the entries of projects are: each project has servers of its own. */
function projectKeys(settings: unknown): readonly (readonly string[])[] {
  const projects = valueAt(settings, ['projects'])
  return isTable(projects)
    ? Object.keys(projects).map((project) => ['projects', project, 'mcpServers', NAME])
    : []
}

/**
 * Claude Code, whose own command writes its settings: Countersign adds nothing to them, and only
 * renews what an earlier version of it made that command write.
 */
const CLAUDE_CODE: ClientSpec = {
  id: 'claude-code',
  name: 'Claude Code',
  format: 'json',
  keys: ['mcpServers', NAME],
  furtherKeys: projectKeys,
  files: claudeCodeFile,
  entry: ({ program }) => ({ type: 'stdio', ...program }),
  httpEntry: null,
  source: 'https://docs.claude.com/en/docs/claude-code/mcp',
}

/** The clients in whose settings commands of earlier versions are looked for. */
export const SEARCHED_CLIENTS: readonly ClientSpec[] = [...CLIENTS, CLAUDE_CODE]

/** Returns all keys that may lead to an entry of Countersign in settings. */
export const keysOfEntries = (
  { keys, furtherKeys }: Pick<ClientSpec, 'keys' | 'furtherKeys'>,
  settings: unknown,
): readonly (readonly string[])[] => [keys, ...(furtherKeys?.(settings) ?? [])]

/** True for a client to whose settings Countersign adds its entry. */
export const isOffered = (id: ClientId): boolean => CLIENTS.some((client) => client.id === id)

/** Returns the client with this id. */
export function clientSpec(id: ClientId): ClientSpec {
  const found = SEARCHED_CLIENTS.find((client) => client.id === id)
  if (found === undefined) throw new Error(`no client ${id}`)
  return found
}

/** Quotes a word for the person's terminal: PowerShell on Windows, else a POSIX shell. */
const quoted = (word: string, platform: PersonFolders['platform']): string =>
  /^[\w./:=@-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", platform === 'win32' ? "''" : `'\\''`)}'`

/** What Claude Code is given in a terminal; it rewrites its own settings while it runs. */
export function claudeCodeLine(
  { program }: Pick<ClientAccess, 'program'>,
  platform: PersonFolders['platform'],
): string {
  const variables = Object.entries(program.env).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ])
  const parts = ['claude', 'mcp', 'add', ...variables, '--transport', 'stdio', '--scope', 'user']
  return `${[...parts, NAME, '--', program.command, ...program.args]
    .map((word) => quoted(word, platform))
    .join(' ')}\n`
}

/** The same over HTTP. */
export const claudeCodeHttpLine = ({ url, token }: HttpAccess): string =>
  `claude mcp add --transport http --scope user ${NAME} ${url} --header "Authorization: Bearer ${token}"\n`
/** Takes the entry of either line out again. */
export const CLAUDE_CODE_UNDO = `claude mcp remove --scope user ${NAME}\n`
