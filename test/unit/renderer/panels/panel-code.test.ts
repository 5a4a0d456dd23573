import { describe, expect, it, vi } from 'vitest'
import { PanelCode } from '../../../../renderer/panels/panel-code.js'

const Panel = (): null => null

describe("a panel's code", () => {
  it('is loaded once, however often it is requested', async () => {
    const load = vi.fn(() => Promise.resolve(Panel))
    const code = new PanelCode(load)
    expect(code.state()).toEqual({ kind: 'absent' })
    await Promise.all([code.load(), code.load()])
    await code.load()
    expect(code.state()).toEqual({ kind: 'loaded', component: Panel })
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('notifies its subscribers of each change, until they leave', async () => {
    const code = new PanelCode(() => Promise.resolve(Panel))
    const [stays, leaves] = [vi.fn(), vi.fn()]
    code.subscribe(stays)
    code.subscribe(leaves)()
    await code.load()
    expect(stays).toHaveBeenCalledTimes(1)
    expect(leaves).not.toHaveBeenCalled()
  })

  it('is loaded again after a failure', async () => {
    const load = vi
      .fn(() => Promise.resolve(Panel))
      .mockRejectedValueOnce(new Error('the file is missing'))
    const code = new PanelCode(load)
    await code.load()
    expect(code.state()).toMatchObject({
      kind: 'failed',
      error: { message: 'the file is missing' },
    })
    const retry = code.load()
    expect(code.state()).toEqual({ kind: 'absent' })
    await retry
    expect(code.state()).toEqual({ kind: 'loaded', component: Panel })
  })
})
