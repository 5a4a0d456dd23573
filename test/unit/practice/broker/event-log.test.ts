import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EventFile } from '../../../../electron/practice/broker/push/event-file.js'
import { EventLog, type LostEvents } from '../../../../electron/practice/broker/push/event-log.js'
import type { PushState } from '../../../../electron/practice/broker/push/event.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { removeFolder } from '../../../harness/system/remove-folder.js'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-log-'))
  path = join(folder, 'events.jsonl')
})
afterEach(() => removeFolder(folder))

const NOW = epochMs(1_795_200_000_000)

/**
 * One run of the process: an event log over its file, and a state file with the last saved state.
 */
class Process {
  readonly log = new EventLog(new EventFile(path))
  readonly errors: unknown[] = []
  lost: LostEvents | null = null
  saved: PushState | null = null
  /** Simulates a full disk. */
  full = false

  async open(state: PushState | null = null): Promise<this> {
    if (state !== null) this.log.restore(state)
    this.lost = await this.log.open(
      async () => {
        await Promise.resolve()
        if (this.full) throw new Error('no space')
        this.saved = this.log.state()
      },
      (error) => this.errors.push(error),
      7,
    )
    return this
  }

  append(...names: string[]): void {
    for (const name of names) this.log.append('SOD', NOW, { name })
  }

  /** Returns the names of the events that can be delivered after a position. */
  after(position: string): string[] {
    const start = this.log.start(position)
    if ('refused' in start) return [start.refused]
    const names: string[] = []
    for (
      let event = this.log.next(start.after);
      event !== undefined;
      event = this.log.next(event.number)
    ) {
      names.push((JSON.parse(event.payload) as { name: string }).name)
    }
    return names
  }
}

const all = (log: EventLog): string => log.position(0)

it('the event log delivers stored events in order, from any position', async () => {
  const process = await new Process().open()
  process.append('a', 'b', 'c')
  expect(process.after(all(process.log))).toEqual([])
  await expect.poll(() => process.after(all(process.log))).toEqual(['a', 'b', 'c'])
  expect(process.after(process.log.position(2))).toEqual(['c'])
  expect(process.after('')).toEqual([])
  expect(process.saved?.told).toBe(3)
  await process.log.close()
})

it('the event log continues with the same positions after a clean restart', async () => {
  const process = await new Process().open()
  process.append('a')
  await expect.poll(() => process.log.last).toBe(1)
  const position = process.log.position(1)
  process.append('b')
  await expect.poll(() => process.log.last).toBe(2)
  await process.log.close()
  const two = await new Process().open(process.log.state())
  two.append('c')
  await expect.poll(() => two.after(position)).toEqual(['b', 'c'])
  await two.log.close()
})

it('the event log delivers events after a crash that were saved but not yet in its file', async () => {
  const process = new Process()
  process.append('a', 'b')
  const two = await new Process().open(process.log.state())
  await expect.poll(() => two.after(all(two.log))).toEqual(['a', 'b'])
  await two.log.close()
})

it('the event log repeats nothing after a crash between its file and the next save', async () => {
  const process = await new Process().open()
  process.append('a', 'b')
  await expect.poll(() => process.log.last).toBe(2)
  expect(process.saved?.outbox).toHaveLength(2)
  const two = await new Process().open(process.saved)
  two.append('c')
  await expect.poll(() => two.after(all(two.log))).toEqual(['a', 'b', 'c'])
  await two.log.close()
})

it('the event log drops a line that a crash cut off', async () => {
  const process = await new Process().open()
  process.append('a', 'b')
  await expect.poll(() => process.log.last).toBe(2)
  await process.log.close()
  await appendFile(path, '{"number":3,"id":"x","type"')
  const two = await new Process().open(process.log.state())
  two.append('c')
  await expect.poll(() => two.after(all(two.log))).toEqual(['a', 'b', 'c'])
  expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(4)
  await two.log.close()
})

it.each([
  ['a damaged line', (text: string) => text.replace('"number":2', '"number":"two"')],
  ['a changed letter', (text: string) => text.replace('\\"b\\"', '\\"B\\"')],
  ['a line without its checksum', (text: string) => text.replace(/^.{9}(.*"number":2)/m, 'x$1')],
  ['a damaged first line', (text: string) => text.replace('"log"', '"lag"')],
  ['a missing line', (text: string) => text.replace(/^.*"number":2.*\n/m, '')],
  ['a lost end', (text: string) => `${text.split('\n').slice(0, 3).join('\n')}\n`],
  ['a lost file', () => ''],
])('the event log refuses to resume over %s, copies it and continues', async (_name, damage) => {
  const process = await new Process().open()
  process.append('a', 'b', 'c', 'd')
  await expect.poll(() => process.log.last).toBe(4)
  await process.log.close()
  const damaged = damage(await readFile(path, 'utf8'))
  await writeFile(path, damaged)
  const two = await new Process().open(process.log.state())
  two.append('e')
  await expect.poll(() => two.log.last).toBe(5)
  expect(two.after(two.log.position(1))).toEqual(['POSITION_EXPIRED'])
  expect(two.after(two.log.position(4))).toEqual(['e'])
  await two.log.close()
  const copy = damaged === '' ? null : 'events.jsonl.corrupt-7'
  expect(two.lost).toEqual({ aside: copy })
  if (copy !== null) expect(await readFile(join(folder, copy), 'utf8')).toBe(damaged)
})

it('the event log reads the file of an editor, with its own line ends', async () => {
  const process = await new Process().open()
  process.append('a', 'b')
  await expect.poll(() => process.log.last).toBe(2)
  await process.log.close()
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll('\n', '\r\n'))
  const two = await new Process().open(process.log.state())
  expect([two.lost, two.after(all(two.log))]).toEqual([null, ['a', 'b']])
  await two.log.close()
})

it('the event log rejects positions of another log, of the future or of invalid form', async () => {
  const process = await new Process().open()
  process.append('a')
  await expect.poll(() => process.log.last).toBe(1)
  const other = new Process()
  for (const position of [
    other.log.position(0),
    process.log.position(2),
    '0',
    'earliest',
    `${process.log.position(1)} `,
  ]) {
    expect(process.after(position)).toEqual(['POSITION_UNKNOWN'])
  }
  await process.log.close()
})

it('the event log keeps the newest ten thousand events and limits its file', async () => {
  const process = await new Process().open()
  for (let round = 0; round < 25; round += 1) {
    process.append(...Array.from({ length: 1_000 }, (_value, index) => `${round}-${index}`))
    await expect.poll(() => process.log.last, { interval: 1 }).toBe((round + 1) * 1_000)
  }
  expect(process.log.first).toBe(15_000)
  expect(process.after(process.log.position(14_999))).toEqual(['POSITION_EXPIRED'])
  expect(process.after(process.log.position(24_999))).toEqual(['24-999'])
  expect((await readFile(path, 'utf8')).split('\n').length).toBeLessThan(21_002)
  await process.log.close()
})

it('the event log delivers nothing while saving fails, and everything once it works', async () => {
  const process = await new Process().open()
  process.full = true
  process.append('a')
  await expect.poll(() => process.errors).toHaveLength(1)
  expect(process.after(all(process.log))).toEqual([])
  process.full = false
  process.append('b')
  await expect.poll(() => process.after(all(process.log))).toEqual(['a', 'b'])
  await process.log.close()
})
