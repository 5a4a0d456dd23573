import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KnownKeys } from '../../../../electron/app/assistants/clients/client-setups.js'
import { clientSpec } from '../../../../electron/assistant/clients/client-table.js'
import { ok } from '../../../../shared/domain/result.js'
import { ACCESS, CONNECTION, SettingsHome } from './settings-home.js'

const TOKEN = ACCESS.token
const OTHER_TOKEN = 'cs_'.concat('o'.repeat(43))
const EARLIER = {
  type: 'stdio',
  command: '/tmp/.mount_x/countersign',
  args: ['/tmp/.mount_x/out/bridge/bridge.cjs'],
  env: { ELECTRON_RUN_AS_NODE: '1', COUNTERSIGN_TOKEN: TOKEN },
}
const NOW = {
  type: 'stdio',
  command: '/bin/sh',
  args: ['/data/Countersign/bridge/countersign-mcp'],
  env: { COUNTERSIGN_TOKEN: TOKEN },
}
const keys: KnownKeys = {
  connectionOf: (token) => (token === TOKEN ? CONNECTION : null),
  accessFor: (token) => ({
    url: ACCESS.url,
    token,
    program: { command: NOW.command, args: NOW.args, env: { COUNTERSIGN_TOKEN: token } },
  }),
}

/** Settings as Claude Code writes them: its own state, servers of the person and of projects. */
const settingsWith = (entry: object): object => ({
  numStartups: 41,
  mcpServers: { countersign: entry, weather: { type: 'http', url: 'https://weather.example' } },
  projects: {
    '/people/ada/a.b': { allowedTools: ['Read'], mcpServers: { countersign: entry } },
    '/people/ada/other': { mcpServers: {}, lastCost: 0.25 },
    '/people/ada/foreign': {
      mcpServers: { countersign: { ...EARLIER, env: { COUNTERSIGN_TOKEN: OTHER_TOKEN } } },
    },
  },
})

let person: SettingsHome
let file: string
beforeEach(() => {
  person = new SettingsHome()
  file = path.join(person.home, '.claude.json')
})
afterEach(() => person.remove())

const settings = (): unknown => JSON.parse(person.read(file))
const write = (value: object): void => person.write(file, `${JSON.stringify(value, null, 2)}\n`)
async function planned(): Promise<string> {
  const plan = await person.setups.planRenewal('claude-code', keys)
  if (!plan.ok) throw new Error(JSON.stringify(plan.error))
  return plan.value.plan
}
const copies = (): readonly string[] =>
  person.siblings(file).filter((name) => name.includes('before-countersign'))

describe('SEC-32: settings of Claude Code that start the bridge by an earlier command', () => {
  it('are found for the person and for each project, and renewed by one change', async () => {
    write(settingsWith(EARLIER))
    expect(await person.setups.outdated(keys)).toEqual([
      { client: 'claude-code', connection: CONNECTION, file: '~/.claude.json' },
    ])
    expect((await person.setups.write(await planned(), false)).ok).toBe(true)
    expect(settings()).toEqual(settingsWith(NOW))
    expect(await person.setups.outdated(keys)).toEqual([])
  })

  it('are found in a project alone', async () => {
    const { projects } = settingsWith(EARLIER) as { readonly projects: object }
    write({ projects })
    expect((await person.setups.write(await planned(), false)).ok).toBe(true)
    expect(settings()).toEqual({
      projects: (settingsWith(NOW) as { readonly projects: object }).projects,
    })
  })

  it('are where Claude Code is told to store them', () => {
    const env = { CLAUDE_CONFIG_DIR: '/data/claude' }
    const folders = { platform: 'linux', home: '/people/ada', env } as const
    expect(clientSpec('claude-code').files(folders)).toEqual(['/data/claude/.claude.json'])
  })

  it('get no new entry from here, because the own command of Claude Code adds it', async () => {
    write({})
    expect((await person.setups.plan('claude-code', CONNECTION, ACCESS)).ok).toBe(false)
    expect(settings()).toEqual({})
  })

  it('are as they were after the change is undone', async () => {
    write(settingsWith(EARLIER))
    const before = person.read(file)
    await person.setups.write(await planned(), false)
    expect(await person.setups.undo('claude-code', CONNECTION)).toEqual(ok('restored'))
    expect(person.read(file)).toBe(before)
  })

  it('keep what Claude Code wrote since when the change is undone', async () => {
    write(settingsWith(EARLIER))
    await person.setups.write(await planned(), false)
    write({ ...settingsWith(NOW), numStartups: 42 })
    expect(await person.setups.undo('claude-code', CONNECTION)).toEqual(ok('entry-removed'))
    expect(settings()).toEqual({ ...settingsWith(EARLIER), numStartups: 42 })
  })
})

describe('SEC-32: settings that their own program writes at the same time', () => {
  const theirs = { ...settingsWith(EARLIER), numStartups: 99 }

  it('are not written when they changed after the change was shown', async () => {
    write(settingsWith(EARLIER))
    const plan = await planned()
    write(theirs)
    expect(await person.setups.write(plan, false)).toMatchObject({
      ok: false,
      error: { message: { code: 'clients.changed' } },
    })
    expect(settings()).toEqual(theirs)
  })

  it('are not written when they change while Countersign writes, and nothing is left of that', async () => {
    write(settingsWith(EARLIER))
    const plan = await planned()
    const store = person.document.write.bind(person.document)
    // The record is stored after the file was compared, and before it is written.
    person.document.write = (content) => {
      writeFileSync(file, JSON.stringify(theirs))
      return store(content)
    }
    expect(await person.setups.write(plan, false)).toMatchObject({
      ok: false,
      error: { message: { code: 'clients.changed' } },
    })
    expect(settings()).toEqual(theirs)
    expect(copies()).toEqual([])
    expect(await person.setups.list()).toEqual([])
  })
})
