import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  CLIENTS,
  type ClientSpec,
  type ConfigFormat,
} from '../../../../electron/assistant/clients/client-table.js'
import { parseConfig } from '../../../../electron/assistant/clients/config-edit.js'
import { valueAt } from '../../../../electron/assistant/clients/config-value.js'
import type { ClientPlan } from '../../../../shared/domain/instructions/client-setup.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { ACCESS, CONNECTION, SettingsHome } from './settings-home.js'

/** Settings with another server, in each layout that people and programs write. */
const OTHERS: Readonly<Record<ConfigFormat, (table: string) => string>> = {
  json: (table) =>
    `{\n  "theme": "dark",\n  "${table}": {\n    "files": { "command": "npx", "args": ["-y", "files"] }\n  }\n}\n`,
  toml: (table) =>
    `model = "o3"\nwhen = 1979-05-27\n\n[${table}.files]\ncommand = "npx"\nargs = ["-y",\n  "files"]\n\n[profiles.fast]\nmodel = 'o4'\n`,
  yaml: (table) =>
    `GOOSE_MODEL: 'gpt'\n\n${table}:\n  files:\n    cmd: npx\n    args: ["-y", "files"]\n\n  memory:\n    timeout: 300\n`,
}
const COMMENTED: Readonly<Record<ConfigFormat, (table: string) => string>> = {
  json: (table) =>
    `// mine\n{\n\t"theme": "dark", // at night\n\t/* servers */\n\t"${table}": {\n\t\t"files": {"command": "npx"}, // local\n\t},\n}\n`,
  toml: (table) =>
    `# mine\nmodel = "o3"   # the big one\n\n# local\n[${table}.files]\ncommand = "npx" # quick\n`,
  yaml: (table) =>
    `# mine\nGOOSE_MODEL: gpt   # the big one\n${table}:\n  # local\n  files:\n    cmd: npx # quick\n`,
}
const DAMAGED: Readonly<Record<ConfigFormat, string>> = {
  json: '{ "theme": ',
  toml: 'model = \n[broken',
  yaml: 'a: [1\nb: }',
}

let person: SettingsHome
beforeEach(() => {
  person = new SettingsHome()
})
afterEach(() => person.remove())

const fileOf = ({ files }: ClientSpec): string =>
  files({ platform: 'linux', home: person.home, env: {} })[0] ?? ''
const tableOf = ({ keys }: ClientSpec): string => keys[0] ?? ''

async function plan({ id }: ClientSpec): Promise<ClientPlan> {
  const planned = await person.setups.plan(id, CONNECTION, ACCESS)
  if (!planned.ok) throw new Error(JSON.stringify(planned.error))
  return planned.value
}
async function refusal({ id }: ClientSpec): Promise<string> {
  const planned = await person.setups.plan(id, CONNECTION, ACCESS)
  return planned.ok ? '' : inEnglish(planned.error.message)
}
async function pair(spec: ClientSpec): Promise<ClientPlan> {
  const shown = await plan(spec)
  expect(await person.setups.write(shown.plan, false)).toMatchObject({ ok: true })
  return shown
}
const parsed = ({ format }: ClientSpec, text: string): unknown => {
  const value = parseConfig(format, text)
  if (!value.ok) throw new Error(value.error)
  return value.value
}
const undo = ({ id }: ClientSpec) => person.setups.undo(id, CONNECTION)
/** The lines of the old text are all still there, in their order. */
function expectUnchanged(old: string, now: string): void {
  const rest = now.split('\n').map((line) => line.replace(/,$/, ''))
  let from = 0
  for (const line of old.split('\n')) {
    const index = rest.indexOf(line.replace(/,$/, ''), from)
    expect(index, `${line} in\n${now}`).toBeGreaterThanOrEqual(from)
    from = index + 1
  }
}

describe.skipIf(process.platform === 'win32')('a settings file that others may read', () => {
  const cursor = CLIENTS.find(({ id }) => id === 'cursor') as ClientSpec
  const modeOf = (): number => statSync(fileOf(cursor)).mode & 0o777

  it.each([
    [0o644, true],
    [0o640, true],
    [0o604, true],
    [0o600, false],
  ])('is named in the plan: mode %i is readable by others: %s', async (mode, readable) => {
    person.write(fileOf(cursor), '{}', mode)
    expect((await plan(cursor)).readableByOthers).toBe(readable)
  })

  it('is the owner’s alone when the person wants it, and as before when undone', async () => {
    person.write(fileOf(cursor), '{}', 0o644)
    expect((await person.setups.write((await plan(cursor)).plan, true)).ok).toBe(true)
    expect(modeOf()).toBe(0o600)
    expect(await undo(cursor)).toEqual({ ok: true, value: 'restored' })
    expect(modeOf()).toBe(0o644)
  })

  it('keeps its mode when the person does not', async () => {
    person.write(fileOf(cursor), '{}', 0o644)
    expect((await person.setups.write((await plan(cursor)).plan, false)).ok).toBe(true)
    expect(modeOf()).toBe(0o644)
  })

  it('does not exist yet: a new one is the owner’s alone', async () => {
    const shown = await plan(cursor)
    expect(shown.readableByOthers).toBe(false)
    await person.setups.write(shown.plan, false)
    expect(modeOf()).toBe(0o600)
  })
})

describe.each(CLIENTS.map((spec) => [spec.name, spec] as const))(
  'the settings of %s',
  (_name, spec) => {
    const entry = (): unknown => parsed(spec, person.read(fileOf(spec)))

    it('are created when there are none, readable by their owner only, and removed by undo', async () => {
      expect(await plan(spec)).toMatchObject({ change: 'create', installed: false, target: null })
      expect(person.exists(fileOf(spec))).toBe(false)
      await pair(spec)
      expect(valueAt(entry(), spec.keys)).toEqual(spec.entry(ACCESS))
      expect(person.mode(fileOf(spec))).toBe(0o600)
      expect(await undo(spec)).toEqual({ ok: true, value: 'restored' })
      expect(person.exists(fileOf(spec))).toBe(false)
    })

    it('are filled when they are empty', async () => {
      person.write(fileOf(spec), '')
      await pair(spec)
      expect(valueAt(entry(), spec.keys)).toEqual(spec.entry(ACCESS))
      await undo(spec)
      expect(person.read(fileOf(spec))).toBe('')
    })

    it('keep other servers, their layout and their mode; undo restores every byte', async () => {
      const before = OTHERS[spec.format](tableOf(spec))
      person.write(fileOf(spec), before, 0o640)
      const shown = await pair(spec)
      expect(shown.change).toBe('add')
      expect(shown.lines.some(({ kind }) => kind === 'added')).toBe(true)
      expectUnchanged(before, person.read(fileOf(spec)))
      expect(valueAt(entry(), spec.keys)).toEqual(spec.entry(ACCESS))
      expect(valueAt(entry(), [tableOf(spec), 'files'])).toEqual(
        valueAt(parsed(spec, before), [tableOf(spec), 'files']),
      )
      expect(person.mode(fileOf(spec))).toBe(0o640)
      const [copy = ''] = person.siblings(fileOf(spec))
      expect(person.read(path.join(path.dirname(fileOf(spec)), copy))).toBe(before)
      expect(await undo(spec)).toEqual({ ok: true, value: 'restored' })
      expect(person.read(fileOf(spec))).toBe(before)
      expect(person.siblings(fileOf(spec))).toEqual([])
    })

    it('keep comments', async () => {
      const before = COMMENTED[spec.format](tableOf(spec))
      person.write(fileOf(spec), before)
      await pair(spec)
      expectUnchanged(before, person.read(fileOf(spec)))
      expect(valueAt(entry(), spec.keys)).toEqual(spec.entry(ACCESS))
    })

    it('are not touched when they are damaged', async () => {
      person.write(fileOf(spec), DAMAGED[spec.format])
      expect(await refusal(spec)).toMatch(/is damaged: .* It was not changed/)
      person.write(fileOf(spec), Uint8Array.of(0xff, 0xfe, 0x7b))
      expect(await refusal(spec)).toMatch(/is damaged/)
      expect(person.siblings(fileOf(spec))).toEqual([])
    })

    it('are not touched when they are read-only', async () => {
      const before = OTHERS[spec.format](tableOf(spec))
      person.write(fileOf(spec), before, 0o444)
      expect(await refusal(spec)).toMatch(/is read-only\. It was not changed/)
      expect([person.read(fileOf(spec)), person.mode(fileOf(spec))]).toEqual([before, 0o444])
    })

    it('get a new key in place of an older entry, and undo brings that back', async () => {
      person.write(fileOf(spec), COMMENTED[spec.format](tableOf(spec)))
      await pair(spec)
      const first = person.read(fileOf(spec))
      const other = { ...ACCESS, token: 'cs_other', url: 'http://127.0.0.1:9000/mcp' }
      const planned = await person.setups.plan(spec.id, CONNECTION, {
        ...other,
        program: { ...ACCESS.program, env: { COUNTERSIGN_TOKEN: 'cs_other' } },
      })
      expect(planned).toMatchObject({ ok: true, value: { change: 'replace' } })
      if (planned.ok) await person.setups.write(planned.value.plan, false)
      expect(person.read(fileOf(spec))).toContain('cs_other')
      expect(await undo(spec)).toEqual({ ok: true, value: 'restored' })
      expect(person.read(fileOf(spec))).toBe(first)
      expect((await plan(spec)).change).toBe('none')
    })

    it('lose only the entry when they changed after it was written', async () => {
      const before = OTHERS[spec.format](tableOf(spec))
      person.write(fileOf(spec), before)
      await pair(spec)
      const later = { json: '\n', toml: '\n[later]\na = 1\n', yaml: 'LATER: 1\n' }[spec.format]
      person.write(fileOf(spec), person.read(fileOf(spec)) + later)
      expect(await undo(spec)).toEqual({ ok: true, value: 'entry-removed' })
      const now = parsed(spec, person.read(fileOf(spec)))
      expect(valueAt(now, spec.keys)).toBeUndefined()
      expect(now).toMatchObject(parsed(spec, before) as object)
    })
  },
)

describe('a change of settings', () => {
  const cursor = CLIENTS.find(({ id }) => id === 'cursor') as ClientSpec

  it('is not written when the file changed after it was shown', async () => {
    person.write(fileOf(cursor), '{}')
    const { plan: id } = await plan(cursor)
    person.write(fileOf(cursor), '{"theme":1}')
    const written = await person.setups.write(id, false)
    expect(written.ok ? '' : inEnglish(written.error.message)).toMatch(
      /was changed by another program/,
    )
    expect(person.read(fileOf(cursor))).toBe('{"theme":1}')
    expect(person.siblings(fileOf(cursor))).toEqual([])
  })

  it('is written once, and only the newest one that was shown', async () => {
    const first = await plan(cursor)
    const second = await plan(cursor)
    expect((await person.setups.write(first.plan, false)).ok).toBe(false)
    expect((await person.setups.write(second.plan, false)).ok).toBe(true)
    expect((await person.setups.write(second.plan, false)).ok).toBe(false)
  })

  it('follows a link inside the home folder and says so', async () => {
    const real = path.join(person.home, 'dotfiles', 'mcp.json')
    person.write(real, '{}')
    mkdirSync(path.dirname(fileOf(cursor)))
    symlinkSync(real, fileOf(cursor))
    expect(await plan(cursor)).toMatchObject({
      target: '~/dotfiles/mcp.json',
      leavesHome: false,
    })
    await pair(cursor)
    expect(person.read(real)).toContain('countersign')
  })

  it.each(['the file', 'its folder'])(
    'warns of a link of %s out of the home folder',
    async (linked) => {
      const outside = new SettingsHome()
      const real = path.join(outside.home, 'mcp.json')
      outside.write(real, '{}')
      if (linked === 'the file') {
        mkdirSync(path.dirname(fileOf(cursor)))
        symlinkSync(real, fileOf(cursor))
      } else {
        symlinkSync(outside.home, path.dirname(fileOf(cursor)))
      }
      expect(await plan(cursor)).toMatchObject({ target: real, leavesHome: true })
      outside.remove()
    },
  )

  it('refuses a link to nothing, a folder, and a list in place of the servers', async () => {
    mkdirSync(path.dirname(fileOf(cursor)))
    symlinkSync(path.join(person.home, 'nothing'), fileOf(cursor))
    expect(await refusal(cursor)).toMatch(/is a link to something that does not exist/)
    unlinkSync(fileOf(cursor))
    mkdirSync(fileOf(cursor))
    expect(await refusal(cursor)).toMatch(/is not a file/)
    rmSync(fileOf(cursor), { recursive: true })
    person.write(fileOf(cursor), '{"mcpServers": []}')
    expect(await refusal(cursor)).toMatch(/has something else where the servers are listed/)
  })

  it('refuses a folder that cannot be written', async () => {
    person.write(fileOf(cursor), '{}')
    chmodSync(path.dirname(fileOf(cursor)), 0o500)
    // The administrator may write everywhere; then nothing is wrong.
    const expected = process.getuid?.() === 0 ? /^$/ : /is read-only/
    expect(await refusal(cursor)).toMatch(expected)
    chmodSync(path.dirname(fileOf(cursor)), 0o700)
  })

  it('can be undone after a restart, and not by another assistant', async () => {
    person.write(fileOf(cursor), '{}')
    await pair(cursor)
    const later = person.open()
    expect(await later.list()).toMatchObject([{ client: 'cursor', file: '~/.cursor/mcp.json' }])
    expect((await later.undo('cursor', 'another' as typeof CONNECTION)).ok).toBe(false)
    expect(await later.undo('cursor', CONNECTION)).toEqual({ ok: true, value: 'restored' })
    expect(await later.list()).toEqual([])
    expect(person.read(fileOf(cursor))).toBe('{}')
  })

  it('is not undone when the file moved or its copy is missing', async () => {
    person.write(fileOf(cursor), '{}')
    await pair(cursor)
    const [copy = ''] = person.siblings(fileOf(cursor))
    const stored = path.join(path.dirname(fileOf(cursor)), copy)
    renameSync(stored, `${stored}.away`)
    const missing = await undo(cursor)
    expect(missing.ok ? '' : inEnglish(missing.error.message)).toMatch(/copy of .* is missing/)
    renameSync(`${stored}.away`, stored)
    const elsewhere = path.join(person.home, 'elsewhere.json')
    renameSync(fileOf(cursor), elsewhere)
    symlinkSync(elsewhere, fileOf(cursor))
    const moved = await undo(cursor)
    expect(moved.ok ? '' : inEnglish(moved.error.message)).toMatch(/leads to another place/)
  })

  it('keeps a byte order mark and line ends of Windows', async () => {
    person.write(fileOf(cursor), '\uFEFF{\r\n  "theme": 1\r\n}\r\n')
    await pair(cursor)
    const now = person.read(fileOf(cursor))
    expect(now.startsWith('\uFEFF{\r\n  "theme": 1,\r\n')).toBe(true)
    expect(now.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('is not written when its record cannot be stored, because it could not be undone', async () => {
    person.write(fileOf(cursor), '{}')
    const { plan: id } = await plan(cursor)
    person.document.failure = { kind: 'full', message: 'ENOSPC' }
    expect((await person.setups.write(id, false)).ok).toBe(false)
    expect(person.read(fileOf(cursor))).toBe('{}')
  })

  it('finds LM Studio in its older folder', async () => {
    const lmStudio = CLIENTS.find(({ id }) => id === 'lm-studio') as ClientSpec
    const older = path.join(person.home, '.cache', 'lm-studio', 'mcp.json')
    person.write(older, '{}')
    expect(await plan(lmStudio)).toMatchObject({ file: '~/.cache/lm-studio/mcp.json' })
    writeFileSync(older, '{}')
  })
})

describe('the places of settings', () => {
  const placeOf = (id: string, platform: 'darwin' | 'win32' | 'linux', env = {}): string =>
    CLIENTS.find((spec) => spec.id === id)?.files({
      platform,
      home: platform === 'win32' ? 'P:\\ann' : '/people/ann',
      env,
    })[0] ?? ''

  it.each([
    [
      'claude-desktop',
      'darwin',
      '/people/ann/Library/Application Support/Claude/claude_desktop_config.json',
    ],
    ['claude-desktop', 'win32', 'P:\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
    ['claude-desktop', 'linux', '/people/ann/.config/Claude/claude_desktop_config.json'],
    ['vscode', 'darwin', '/people/ann/Library/Application Support/Code/User/mcp.json'],
    ['vscode', 'win32', 'P:\\ann\\AppData\\Roaming\\Code\\User\\mcp.json'],
    ['vscode', 'linux', '/people/ann/.config/Code/User/mcp.json'],
    ['cursor', 'win32', 'P:\\ann\\.cursor\\mcp.json'],
    ['gemini-cli', 'darwin', '/people/ann/.gemini/settings.json'],
    ['codex-cli', 'linux', '/people/ann/.codex/config.toml'],
    ['chatgpt', 'darwin', '/people/ann/.codex/config.toml'],
    ['goose', 'darwin', '/people/ann/.config/goose/config.yaml'],
    ['goose', 'win32', 'P:\\ann\\AppData\\Roaming\\Block\\goose\\config\\config.yaml'],
    ['lm-studio', 'linux', '/people/ann/.lmstudio/mcp.json'],
  ] as const)('are those that the documentation of %s gives for %s', (id, platform, file) => {
    expect(placeOf(id, platform)).toBe(file)
  })

  it('follow the variables that move them', () => {
    expect(placeOf('vscode', 'linux', { XDG_CONFIG_HOME: '/etc/ann' })).toBe(
      '/etc/ann/Code/User/mcp.json',
    )
    expect(placeOf('codex-cli', 'linux', { CODEX_HOME: '/srv/codex' })).toBe(
      '/srv/codex/config.toml',
    )
    expect(placeOf('vscode', 'win32', { APPDATA: 'D:\\Roaming' })).toBe(
      'D:\\Roaming\\Code\\User\\mcp.json',
    )
  })

  it('name their source', () => {
    for (const { source } of CLIENTS) expect(source).toMatch(/^https:\/\//)
  })
})
