import { describe, expect, it } from 'vitest'
import type { OrderWrite } from '../../../../electron/core/institution/order-write.js'
import type { SeenOrder } from '../../../../electron/core/institution/order-write-port.js'
import {
  OrderWrites,
  type WriteAnswer,
} from '../../../../electron/core/institution/order-writes.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { Simulation } from '../../../simulation/core/simulation.js'

const PLACE: OrderWrite = { kind: 'place', accountId: 'A1', clientOrderId: 'o1', changes: [] }
const CANCEL: OrderWrite = { ...PLACE, kind: 'cancel' }
const REPLACE: OrderWrite = {
  ...PLACE,
  kind: 'replace',
  changes: [{ clientOrderId: 'o1', terms: { limit_price: '10.50', quantity: '3' } }],
}
const WORKING: SeenOrder = {
  clientOrderId: 'o1',
  end: null,
  terms: { limit_price: '9.00', quantity: '3' },
}

/** The orders of an institution over a journal that outlives the program. */
class InstitutionFixture {
  readonly simulation = new Simulation(1)
  readonly lines: string[] = []
  /** What Order Detail shows; null while the broker cannot be reached. */
  shown: readonly SeenOrder[] | null = []
  /** How many requests left. */
  sent = 0
  queries = 0
  isFull = false
  isDamaged = false
  writes = this.start()

  start(): OrderWrites {
    return new OrderWrites({
      journal: {
        append: (line) => {
          if (this.isFull) return Promise.resolve(err(FULL))
          this.lines.push(line)
          return Promise.resolve(ok(undefined))
        },
        read: () =>
          Promise.resolve(
            this.isDamaged ? err(DAMAGED) : ok({ lines: [...this.lines], tailCut: false }),
          ),
        close: () => Promise.resolve(),
      },
      reads: {
        detail: () => {
          this.queries += 1
          return Promise.resolve(
            this.shown === null
              ? err(providerFailure('unavailable', foreign('down')))
              : ok(this.shown),
          )
        },
      },
      clock: this.simulation.clock,
      timers: this.simulation.timers(),
      log: { event: () => undefined },
    })
  }

  send(write: OrderWrite, answer: WriteAnswer, ref = 'r1') {
    return this.writes.send(ref, write, () => {
      this.sent += 1
      return Promise.resolve({ kind: answer })
    })
  }

  /** The program ends without notice, and starts again. */
  async crash(): Promise<void> {
    await this.writes.dispose()
    this.writes = this.start()
    await this.writes.recover()
  }

  pass(ms: number): Promise<void> {
    return this.simulation.run(this.simulation.now + ms)
  }

  get state() {
    return this.writes.rows()[0]?.state
  }
}

const FULL = { kind: 'failed', message: 'full' } as const
const DAMAGED = { kind: 'damaged', message: 'damaged' } as const

describe('REL-29: an order of an institution', () => {
  it('is in the journal before it leaves, and its answer after', async () => {
    const desk = new InstitutionFixture()
    let before = 0
    await desk.writes.send('r1', PLACE, () => {
      before = desk.lines.length
      return Promise.resolve({ kind: 'done' as const })
    })
    expect(before).toBe(1)
    expect(desk.lines.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual([
      'intent',
      'answer',
    ])
    expect(desk.state).toBe('done')
  })

  it('is not sent when the intent cannot be written', async () => {
    const desk = new InstitutionFixture()
    desk.isFull = true
    expect(await desk.send(PLACE, 'done')).toMatchObject({ ok: false })
    expect([desk.sent, desk.writes.rows().length]).toEqual([0, 0])
  })

  it('is not sent while the journal of earlier ones cannot be read', async () => {
    const desk = new InstitutionFixture()
    desk.isDamaged = true
    expect(await desk.send(PLACE, 'done')).toMatchObject({ ok: false })
    expect(desk.sent).toBe(0)
    const other = new InstitutionFixture()
    other.lines.push('{"v":2}')
    expect(await other.send(PLACE, 'done')).toMatchObject({ ok: false })
    expect(other.sent).toBe(0)
  })

  it('is not sent again while the effect of the first request is not known', async () => {
    const desk = new InstitutionFixture()
    await desk.send(PLACE, 'unknown')
    expect(await desk.send(PLACE, 'done', 'r2')).toMatchObject({
      ok: false,
      error: { code: 'profiles.consoleChecking' },
    })
    expect(desk.sent).toBe(1)
  })

  it('an order that a crash left between sending and the answer is settled by the next start', async () => {
    const desk = new InstitutionFixture()
    void desk.writes.send('r1', PLACE, () => {
      desk.sent += 1
      return new Promise<{ kind: WriteAnswer }>(() => undefined)
    })
    await desk.pass(10)
    desk.shown = [WORKING]
    await desk.crash()
    expect(desk.state).toBe('checking')
    await desk.pass(600)
    expect([desk.state, desk.sent]).toEqual(['done', 1])
    await desk.crash()
    const before = desk.queries
    await desk.pass(120_000)
    expect([desk.state, desk.queries]).toEqual(['done', before])
  })
})

describe('REL-31: a request of an institution whose effect is not known', () => {
  it('is queried until the broker answers', async () => {
    const desk = new InstitutionFixture()
    desk.shown = null
    await desk.send(PLACE, 'unknown')
    await desk.pass(300_000)
    expect(desk.state).toBe('checking')
    desk.shown = [WORKING]
    await desk.pass(61_000)
    expect(desk.state).toBe('done')
  })

  it('placed nothing only after many answers over a minute', async () => {
    const desk = new InstitutionFixture()
    await desk.send(PLACE, 'unknown')
    await desk.pass(45_000)
    expect(desk.state).toBe('checking')
    await desk.pass(60_000)
    expect(desk.state).toBe('no-effect')
  })

  it('canceled when the order is canceled, and had no effect when it ended otherwise', async () => {
    const cases = [
      ['cancelled', 'done'],
      ['other', 'no-effect'],
    ] as const
    for (const [end, state] of cases) {
      const desk = new InstitutionFixture()
      desk.shown = [WORKING]
      await desk.send(CANCEL, 'unknown')
      await desk.pass(2_000)
      expect(desk.state).toBe('checking')
      desk.shown = [{ ...WORKING, end }]
      await desk.pass(5_000)
      expect(desk.state).toBe(state)
    }
  })

  it('changed the order when all its terms are shown, however they are written', async () => {
    const desk = new InstitutionFixture()
    desk.shown = [WORKING]
    await desk.send(REPLACE, 'unknown')
    await desk.pass(2_000)
    expect(desk.state).toBe('checking')
    desk.shown = [{ ...WORKING, terms: { limit_price: '10.5000', quantity: '3.00000' } }]
    await desk.pass(5_000)
    expect(desk.state).toBe('done')
  })

  it('is settled once: a refusal, or nothing sent, is not queried', async () => {
    const desk = new InstitutionFixture()
    await desk.send(PLACE, 'rejected')
    await desk.send(CANCEL, 'not-sent', 'r2')
    await desk.pass(120_000)
    expect(desk.queries).toBe(0)
    expect(desk.writes.rows().map(({ state }) => state)).toEqual(['not-sent', 'rejected'])
  })
})
