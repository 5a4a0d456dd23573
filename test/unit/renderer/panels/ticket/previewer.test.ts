import { describe, expect, it } from 'vitest'
import { asMoney, dec } from '../../../../../shared/domain/decimal.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { createPreviewer, type Preview } from '../../../../../renderer/stores/submit/previewer.js'
import { context, formAfter, typed } from './fixtures.js'

const draft = (quantity: string) => {
  const built = buildDraft(
    formAfter(typed('quantity', quantity), typed('limitPrice', '10')),
    context(),
  )
  if (!built.ok) throw new Error('the fixture is no draft')
  return built.value
}

function setUp() {
  const requests: { answer: (cost: string) => Promise<void> }[] = []
  const seen: Preview[] = []
  let due: (() => void) | null = null
  let time = 42
  const previewer = createPreviewer({
    invoke: (() =>
      new Promise((resolve) =>
        requests.push({
          answer: async (cost) => {
            resolve({
              ok: true,
              value: {
                cost: asMoney(dec(cost)),
                fees: asMoney(dec('0')),
                currency: 'USD',
                asOf: 0,
              },
            })
            await Promise.resolve()
            await Promise.resolve()
          },
        }),
      )) as never,
    now: () => time,
    after: (_ms, run) => {
      due = run
      return () => {
        if (due === run) due = null
      }
    },
    onChange: (preview) => seen.push(preview),
  })
  return {
    previewer,
    asked: requests,
    seen,
    /** Lets time pass without waking a timer, as while the computer sleeps. */
    sleep: (ms: number) => {
      time += ms
    },
    pause: () => {
      const run = due
      due = null
      run?.()
    },
  }
}

describe('the broker’s estimate', () => {
  it('is requested once after a pause in typing', () => {
    const { previewer, asked: requests, pause } = setUp()
    for (const quantity of ['1', '12', '123']) previewer.show(draft(quantity))
    expect(requests).toHaveLength(0)
    pause()
    expect(requests).toHaveLength(1)
    previewer.show(draft('123'))
    pause()
    expect(requests).toHaveLength(1)
  })

  it('is requested again for the same draft once it is a minute old', async () => {
    const { previewer, asked: requests, seen, pause, sleep } = setUp()
    previewer.show(draft('8'))
    pause()
    await requests[0]?.answer('10')
    expect(seen.at(-1)).toMatchObject({ phase: 'ready', cost: '10' })
    // While it is shown, it is renewed by itself.
    pause()
    expect(requests).toHaveLength(2)
    expect(seen.at(-1)).toMatchObject({ phase: 'ready', cost: '10' })
    await requests[1]?.answer('11')
    expect(seen.at(-1)).toMatchObject({ phase: 'ready', cost: '11' })
    // Entered again after the timers were late.
    sleep(16 * 60_000)
    previewer.show(draft('8'))
    expect(seen.at(-1)).toEqual({ phase: 'asking' })
    pause()
    expect(requests).toHaveLength(3)
  })

  it('is never shown for an older draft', async () => {
    const { previewer, asked: requests, seen, pause } = setUp()
    previewer.show(draft('1'))
    pause()
    previewer.show(draft('2'))
    pause()
    await requests[0]?.answer('10')
    expect(seen.at(-1)).toEqual({ phase: 'asking' })
    await requests[1]?.answer('20')
    expect(seen.at(-1)).toMatchObject({ phase: 'ready', cost: '20', at: 42 })
    previewer.show(null)
    expect(seen.at(-1)).toEqual({ phase: 'idle' })
  })
})
