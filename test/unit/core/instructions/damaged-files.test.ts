import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AtomicFile } from '../../../../electron/adapters/atomic-file.js'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { createJournalFile } from '../../../../electron/adapters/journal/journal-file.js'
import { damageMessage } from '../../../../electron/core/files/damage-message.js'
import { DamageHalt } from '../../../../electron/core/instructions/damage/damage-halt.js'
import {
  openFileRegister,
  REGISTER_FILE,
  type FileRegister,
} from '../../../../electron/core/files/file-register.js'
import {
  watchDocument,
  watchJournal,
} from '../../../../electron/core/instructions/damage/watched-files.js'
import { formatterOf, loadLanguages } from '../../../../electron/app/settings/system-language.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { ok } from '../../../../shared/domain/result.js'
import { fakeDocument } from '../../../fakes/document.js'

await loadLanguages()

const log = { event: () => undefined }
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'damaged-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const inFolder = (name: string): string => path.join(folder, name)
const openRegister = (): Promise<FileRegister> =>
  openFileRegister({
    file: new AtomicFile({ path: inFolder(REGISTER_FILE), clock: systemClock }),
    clock: systemClock,
    log,
  })
const documentOf = (register: FileRegister) =>
  watchDocument(
    new AtomicFile({ path: inFolder('assistants/connections.json'), clock: systemClock }),
    'connections.json',
    register,
  )
const journalOf = (register: FileRegister) =>
  watchJournal(
    createJournalFile({ path: inFolder('assistants/trades.journal'), clock: systemClock, log }),
    'trades.journal',
    register,
  )
const noKill = {
  get: () => null,
  subscribe: () => () => undefined,
  lift: async () => ok(undefined),
}

/** Stores content in both files as a run of the program does, and ends. */
async function runOnce(): Promise<void> {
  const register = await openRegister()
  await documentOf(register).write('{"v":1,"connections":[]}')
  const journal = journalOf(register)
  for (const line of ['{"n":1}', '{"n":2}', '{"n":3}']) await journal.append(line)
  await journal.close()
  await register.flush()
}

/** Opens both files as the next run does; returns the register. */
async function runAgain(): Promise<FileRegister> {
  const register = await openRegister()
  const document = documentOf(register)
  const content = await document.read()
  try {
    if (content.ok && content.value !== null) JSON.parse(content.value)
  } catch {
    await document.setAside()
  }
  const journal = journalOf(register)
  await journal.read()
  await journal.close()
  await register.flush()
  return register
}

const halve = (file: string): void => truncateSync(file, Math.floor(readFileSync(file).length / 2))
const DAMAGES: readonly (readonly [string, (file: string) => void])[] = [
  ['truncated', halve],
  ['emptied', (file) => writeFileSync(file, '')],
  ['garbage', (file) => writeFileSync(file, '\u0000\u0001 not ours\nat all\n')],
  ['deleted', (file) => rmSync(file)],
]

describe.each(['connections.json', 'trades.journal'])('REL-38: a damaged %s', (name) => {
  it.each(DAMAGES)('is reported and halts assistants: %s', async (_kind, damage) => {
    await runOnce()
    damage(inFolder(`assistants/${name}`))
    const register = await runAgain()
    expect(register.get().map(({ file }) => file)).toEqual([name])
    const why = new DamageHalt(noKill, register).get()?.why
    if (why === undefined) throw new Error('assistants are not halted')
    expect(inEnglish(why)).toContain(name)
    expect(inEnglish(why)).toContain('Assistants are halted until you have checked your orders')
    expect(formatterOf('es')(why)).toContain('Los asistentes están detenidos')
  })

  it.each(DAMAGES)('halts across restarts until the person resumes: %s', async (_kind, damage) => {
    await runOnce()
    damage(inFolder(`assistants/${name}`))
    await runAgain()
    const register = await runAgain()
    const halt = new DamageHalt(noKill, register)
    // No order was canceled or counted, so nothing may read as "0 working".
    expect(halt.get()).toMatchObject({ scope: 'assistants', phase: 'untouched' })
    expect(await halt.lift()).toEqual(ok(undefined))
    expect(halt.get()).toBeNull()
    expect((await runAgain()).get()).toEqual([])
  })
})

it('REL-38: a journal with one damaged entry says that the others were read', async () => {
  await runOnce()
  const file = inFolder('assistants/trades.journal')
  writeFileSync(file, readFileSync(file, 'latin1').replace('"n":2', '"n":6'), 'latin1')
  const register = await runAgain()
  const [damage] = register.get()
  expect(damage).toMatchObject({ file: 'trades.journal', problem: 'entries-lost' })
  if (damage === undefined) throw new Error('no damage')
  expect(inEnglish(damageMessage(damage))).toContain('the others were read')
  expect(readFileSync(inFolder(`assistants/${damage.aside}`), 'latin1')).toContain('"n":6')
  const journal = journalOf(register)
  expect(await journal.read()).toMatchObject({ value: { lines: ['{"n":1}', '{"n":3}'] } })
  await journal.close()
  await register.flush()
})

it('REL-38: nothing is reported after a run without damage, or at the first one', async () => {
  expect((await runAgain()).get()).toEqual([])
  await runOnce()
  expect((await runAgain()).get()).toEqual([])
  expect((await runAgain()).get()).toEqual([])
})

it('REL-38: a deleted folder of assistants is noticed, because the register lies outside', async () => {
  await runOnce()
  rmSync(inFolder('assistants'), { recursive: true })
  const register = await runAgain()
  expect(register.get().map(({ file, problem }) => [file, problem])).toEqual([
    ['connections.json', 'missing'],
    ['trades.journal', 'missing'],
  ])
})

it('REL-38: garbage is kept under another name, with its content', async () => {
  await runOnce()
  writeFileSync(inFolder('assistants/connections.json'), 'garbage')
  const register = await runAgain()
  const aside = register.get()[0]?.aside ?? ''
  expect(readFileSync(inFolder(`assistants/${aside}`), 'utf8')).toBe('garbage')
  expect(existsSync(inFolder('assistants/connections.json'))).toBe(false)
})

it.each(['{"v":1}', '', '{"v":1,"stored":'])(
  'REL-38: a damaged register halts too and is set aside: %s',
  async (content) => {
    await runOnce()
    writeFileSync(inFolder(REGISTER_FILE), content)
    const register = await openRegister()
    await register.flush()
    expect(register.get()).toMatchObject([{ file: REGISTER_FILE, problem: 'damaged' }])
    expect(readdirSync(folder).some((name) => name.includes('.set-aside-'))).toBe(true)
    expect((await openRegister()).get()).toHaveLength(1)
  },
)

it('REL-38: assistants stay halted when the disk does not store that the person looked', async () => {
  const file = fakeDocument(
    '{"v":1,"stored":[],"damaged":[{"file":"a","problem":"cut","aside":null,"at":1}]}',
  )
  const register = await openFileRegister({ file, clock: systemClock, log })
  file.failure = { kind: 'full', message: 'ENOSPC' }
  const halt = new DamageHalt(noKill, register)
  expect((await halt.lift()).ok).toBe(false)
  expect(halt.get()).not.toBeNull()
})
