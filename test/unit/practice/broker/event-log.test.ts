import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EventFile } from '../../../../electron/practice/broker/push/event-file.js'
import { EventLog } from '../../../../electron/practice/broker/push/event-log.js'
import type { PushState } from '../../../../electron/practice/broker/push/event.js'
import { epochMs } from '../../../../shared/domain/time.js'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-log-'))
  path = join(folder, 'events.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const NOW = epochMs(1_795_200_000_000)

/** A process: a log over the file, and a state file that holds what the last save held. */
class Process {
  readonly log = new EventLog(new EventFile(path))
  readonly errors: unknown[] = []
  saved: PushState | null = null
  /** Stands for a full disk. */
  full = false

  async open(state: PushState | null = null): Promise<this> {
    if (state !== null) this.log.restore(state)
    await this.log.open(
      async () => {
        await Promise.resolve()
        if (this.full) throw new Error('no space')
        this.saved = this.log.state()
      },
      (error) => this.errors.push(error),
    )
    return this
  }

  tell(...names: string[]): void {
    for (const name of names) this.log.tell('SOD', NOW, { name })
  }

  /** The names that can be delivered after a position. */
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

it('delivers in order what is on the disk, from any position', async () => {
  const one = await new Process().open()
  one.tell('a', 'b', 'c')
  expect(one.after(all(one.log))).toEqual([])
  await expect.poll(() => one.after(all(one.log))).toEqual(['a', 'b', 'c'])
  expect(one.after(one.log.position(2))).toEqual(['c'])
  expect(one.after('')).toEqual([])
  expect(one.saved?.told).toBe(3)
  await one.log.close()
})

it('goes on after a clean restart with the same positions', async () => {
  const one = await new Process().open()
  one.tell('a')
  await expect.poll(() => one.log.last).toBe(1)
  const position = one.log.position(1)
  one.tell('b')
  await expect.poll(() => one.log.last).toBe(2)
  await one.log.close()
  const two = await new Process().open(one.log.state())
  two.tell('c')
  await expect.poll(() => two.after(position)).toEqual(['b', 'c'])
  await two.log.close()
})

it('delivers after a crash what was saved but not yet in its file', async () => {
  const one = new Process()
  one.tell('a', 'b')
  const two = await new Process().open(one.log.state())
  await expect.poll(() => two.after(all(two.log))).toEqual(['a', 'b'])
  await two.log.close()
})

it('tells nothing twice when the crash came between its file and the next save', async () => {
  const one = await new Process().open()
  one.tell('a', 'b')
  await expect.poll(() => one.log.last).toBe(2)
  expect(one.saved?.outbox).toHaveLength(2)
  const two = await new Process().open(one.saved)
  two.tell('c')
  await expect.poll(() => two.after(all(two.log))).toEqual(['a', 'b', 'c'])
  await two.log.close()
})

it('drops a line that a crash cut off', async () => {
  const one = await new Process().open()
  one.tell('a', 'b')
  await expect.poll(() => one.log.last).toBe(2)
  await one.log.close()
  await appendFile(path, '{"number":3,"id":"x","type"')
  const two = await new Process().open(one.log.state())
  two.tell('c')
  await expect.poll(() => two.after(all(two.log))).toEqual(['a', 'b', 'c'])
  expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(4)
  await two.log.close()
})

it.each([
  ['a damaged line', (text: string) => text.replace('"number":2', '"number":"two"')],
  ['a lost end', (text: string) => `${text.split('\n').slice(0, 3).join('\n')}\n`],
  ['a lost file', () => ''],
])('refuses to resume over %s, and goes on from there', async (_name, damage) => {
  const one = await new Process().open()
  one.tell('a', 'b', 'c', 'd')
  await expect.poll(() => one.log.last).toBe(4)
  await one.log.close()
  await writeFile(path, damage(await readFile(path, 'utf8')))
  const two = await new Process().open(one.log.state())
  two.tell('e')
  await expect.poll(() => two.log.last).toBe(5)
  expect(two.after(two.log.position(1))).toEqual(['POSITION_EXPIRED'])
  expect(two.after(two.log.position(4))).toEqual(['e'])
  await two.log.close()
})

it('knows no positions of another log, of the future, or of no form', async () => {
  const one = await new Process().open()
  one.tell('a')
  await expect.poll(() => one.log.last).toBe(1)
  const other = new Process()
  for (const position of [
    other.log.position(0),
    one.log.position(2),
    '0',
    'earliest',
    `${one.log.position(1)} `,
  ]) {
    expect(one.after(position)).toEqual(['POSITION_UNKNOWN'])
  }
  await one.log.close()
})

it('keeps the newest ten thousand, and its file in bounds', async () => {
  const one = await new Process().open()
  for (let round = 0; round < 25; round += 1) {
    one.tell(...Array.from({ length: 1_000 }, (_value, index) => `${round}-${index}`))
    await expect.poll(() => one.log.last, { interval: 1 }).toBe((round + 1) * 1_000)
  }
  expect(one.log.first).toBe(15_000)
  expect(one.after(one.log.position(14_999))).toEqual(['POSITION_EXPIRED'])
  expect(one.after(one.log.position(24_999))).toEqual(['24-999'])
  expect((await readFile(path, 'utf8')).split('\n').length).toBeLessThan(21_002)
  await one.log.close()
})

it('delivers nothing while nothing can be saved, and everything once it can', async () => {
  const one = await new Process().open()
  one.full = true
  one.tell('a')
  await expect.poll(() => one.errors).toHaveLength(1)
  expect(one.after(all(one.log))).toEqual([])
  one.full = false
  one.tell('b')
  await expect.poll(() => one.after(all(one.log))).toEqual(['a', 'b'])
  await one.log.close()
})
