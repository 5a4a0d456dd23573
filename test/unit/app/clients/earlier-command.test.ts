import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KnownKeys } from '../../../../electron/app/assistants/clients/client-setups.js'
import { CLIENTS, type ClientSpec } from '../../../../electron/assistant/clients/client-table.js'
import { editConfig, parseConfig } from '../../../../electron/assistant/clients/config-edit.js'
import { valueAt } from '../../../../electron/assistant/clients/config-value.js'
import { CONNECTION, SettingsHome } from './settings-home.js'

const TOKEN = 'cs_'.concat('k'.repeat(43))
const accessOf = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => ({
  url: 'http://127.0.0.1:8791/mcp',
  token: TOKEN,
  program: { command, args, env: { ...env, COUNTERSIGN_TOKEN: TOKEN } },
})
const NOW = accessOf('/bin/sh', ['/data/Countersign/bridge/countersign-mcp'], {})
const EARLIER = accessOf('/tmp/.mount_x/countersign', ['/tmp/.mount_x/out/bridge/bridge.cjs'], {
  ELECTRON_RUN_AS_NODE: '1',
  COUNTERSIGN_FOLDER: '/data/Countersign/bridge',
})
const keys: KnownKeys = {
  connectionOf: (token) => (token === TOKEN ? CONNECTION : null),
  accessFor: () => NOW,
}

let person: SettingsHome
beforeEach(() => {
  person = new SettingsHome()
})
afterEach(() => person.remove())

const fileOf = ({ files }: ClientSpec): string =>
  files({ platform: 'linux', home: person.home, env: {} })[0] ?? ''

function writeEntry(spec: ClientSpec, entry: object): void {
  const edited = editConfig(spec.format, '', spec.keys, entry)
  if (!edited.ok) throw new Error(edited.error)
  person.write(fileOf(spec), edited.value)
}
function entryOf(spec: ClientSpec): unknown {
  const parsed = parseConfig(spec.format, person.read(fileOf(spec)))
  return parsed.ok ? valueAt(parsed.value, spec.keys) : null
}

describe('SEC-32: settings that start the bridge by a command of an earlier version', () => {
  it.each(CLIENTS.filter(({ id }) => id !== 'chatgpt').map((spec) => [spec.id, spec] as const))(
    'are found in %s, and renewed with the key and the person’s own members',
    async (id, spec) => {
      writeEntry(spec, { ...spec.entry(EARLIER), disabled: false })
      expect(await person.setups.outdated(keys)).toMatchObject([
        { client: id, connection: CONNECTION },
      ])
      const planned = await person.setups.planRenewal(id, keys)
      if (!planned.ok) throw new Error(JSON.stringify(planned.error))
      expect(planned.value).toMatchObject({ client: id, change: 'replace' })
      expect((await person.setups.write(planned.value.plan, false)).ok).toBe(true)
      expect(entryOf(spec)).toEqual({ ...spec.entry(NOW), disabled: false })
      expect(await person.setups.outdated(keys)).toEqual([])
      expect(await person.setups.undo(id, CONNECTION)).toEqual({ ok: true, value: 'restored' })
      expect(entryOf(spec)).toEqual({ ...spec.entry(EARLIER), disabled: false })
    },
  )

  it.each([
    ['has the command of now', { ...NOW.program }],
    ['connects over HTTP', { url: NOW.url, headers: {} }],
    ['starts a script of the person', { ...EARLIER.program, args: ['/data/own.js'] }],
    [
      'has a key that is not valid here',
      { ...EARLIER.program, env: { COUNTERSIGN_TOKEN: 'cs_other' } },
    ],
  ])('are none where the entry %s', async (_why, entry) => {
    const cursor = CLIENTS.find(({ id }) => id === 'cursor')
    if (cursor === undefined) throw new Error('no cursor')
    writeEntry(cursor, entry)
    expect(await person.setups.outdated(keys)).toEqual([])
    expect((await person.setups.planRenewal('cursor', keys)).ok).toBe(false)
  })

  it('are found after the program’s data folder moved', async () => {
    const cursor = CLIENTS.find(({ id }) => id === 'cursor')
    if (cursor === undefined) throw new Error('no cursor')
    writeEntry(cursor, { ...NOW.program, args: ['/elsewhere/bridge/countersign-mcp'] })
    expect(await person.setups.outdated(keys)).toHaveLength(1)
  })
})
