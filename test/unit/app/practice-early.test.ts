import { ok } from '../../../shared/domain/result.js'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exchangeArgs, startPracticeEarly } from '../../../electron/app/practice/practice-early.js'
import {
  PracticeProcess,
  type LaunchPractice,
} from '../../../electron/app/practice/practice-process.js'
import { checkedText } from '../../../electron/adapters/journal/checked-file.js'

class Child extends EventEmitter {
  readonly args: readonly string[]
  readonly pid = 1
  readonly stdout = null
  readonly stderr = new EventEmitter()
  readonly kill = vi.fn()
  postMessage(): void {}
  constructor(args: readonly string[]) {
    super()
    this.args = args
  }
}
const forked: Child[] = []
const launch: LaunchPractice = (args) => {
  const child = new Child(args)
  forked.push(child)
  return ok(new PracticeProcess(args, child))
}

let userData = ''
const argsOfStart = (): readonly string[] =>
  exchangeArgs(path.join(userData, 'practice'), ['--seed', 's'])
const start = () => startPracticeEarly(launch, userData, ['--seed', 's'])
const writeProfiles = (text: string): void =>
  writeFileSync(path.join(userData, 'profiles.json'), checkedText(text))

beforeEach(() => {
  forked.length = 0
  userData = mkdtempSync(path.join(tmpdir(), 'countersign-early-'))
})
afterEach(() => rmSync(userData, { recursive: true, force: true }))

test('the exchange starts early at the first start and after a run that ended in practice', () => {
  start()
  writeProfiles(JSON.stringify({ v: 1, profiles: [], last: 'practice' }))
  start()
  expect(forked.map(({ args }) => args)).toEqual([argsOfStart(), argsOfStart()])
})

test.for([JSON.stringify({ v: 1, profiles: [], last: 'p-1234' }), '{"v":1,', '[]', 'null', '{}'])(
  'no exchange starts early when another profile may open: %s',
  (text) => {
    writeProfiles(text)
    expect(start().adopt(argsOfStart())).toBeNull()
    expect(forked).toEqual([])
  },
)

test('the early exchange is adopted once, with its earlier messages in sequence', () => {
  const early = start()
  const child = forked[0]
  child?.emit('message', 'ready')
  child?.stderr.emit('data', Buffer.from('oh'))
  const taken = early.adopt(argsOfStart())
  expect(early.adopt(argsOfStart())).toBeNull()
  const received: unknown[] = []
  taken?.listen({
    message: (raw) => received.push(raw),
    stderr: (chunk) => received.push(chunk.toString()),
    exit: (code) => received.push(code),
  })
  child?.emit('message', 'more')
  child?.emit('exit', 3)
  expect(received).toEqual(['ready', 'oh', 'more', 3])
  early.end()
  expect(child?.kill).not.toHaveBeenCalled()
})

test('other arguments do not adopt the early exchange, and an unused one is ended', () => {
  const early = start()
  expect(early.adopt(exchangeArgs(path.join(userData, 'other'), ['--seed', 's']))).toBeNull()
  expect(forked[0]?.kill).not.toHaveBeenCalled()
  early.end()
  early.end()
  expect(forked[0]?.kill).toHaveBeenCalledTimes(1)
  expect(early.adopt(argsOfStart())).toBeNull()
})
