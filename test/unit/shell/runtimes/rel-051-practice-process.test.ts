import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { message } from '../../../../shared/messages/make-message.js'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { practiceLauncher } from '../../../../electron/shell/system/practice-launcher.js'

const children: EventEmitter[] = []
vi.mock('electron', () => ({
  utilityProcess: {
    fork: () => {
      const child = Object.assign(new EventEmitter(), { stdout: null, stderr: null, pid: 1 })
      children.push(child)
      return child
    },
  },
}))

describe('REL-51: the process of the practice exchange', () => {
  it('ends nothing but itself when it runs out of memory, and its exit is reported', () => {
    const exits: number[] = []
    const practice = expectOk(practiceLauncher('practice.cjs', () => null)([]))
    practice.listen({
      message: () => undefined,
      stderr: () => undefined,
      exit: (code) => exits.push(code),
    })
    const [child] = children
    expect(() => child?.emit('error', 'FatalError', 'v8', '{}')).not.toThrow()
    child?.emit('exit', 5)
    expect(exits).toEqual([5])
  })

  it('is not started while there is a reason against it (REL-48)', () => {
    const before = children.length
    const problem = message('system.filesReplaced')
    expect(practiceLauncher('practice.cjs', () => problem)([])).toEqual({
      ok: false,
      error: problem,
    })
    expect(children).toHaveLength(before)
  })
})
