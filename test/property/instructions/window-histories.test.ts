import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  AssistantChange,
  ChangeDecision,
} from '../../../shared/domain/instructions/window-change.js'
import type { WindowRequest } from '../../../shared/domain/instructions/window-request.js'
import { symbol } from '../../../shared/domain/ids.js'
import { runs } from '../../harness/system/effort.js'
import {
  ALERT,
  CLAUDE,
  createFiles,
  CURSOR,
  FILL,
  MARK,
  openWindow,
  SHOW,
} from '../../unit/core/instructions/window/window-fixture.js'

type Step =
  | {
      readonly kind: 'change'
      readonly request: WindowRequest
      readonly by: typeof CLAUDE
      /** What the page of the window answers; null: nothing. */
      readonly answer: 'done' | 'draft' | null
    }
  | { readonly kind: 'decide'; readonly which: number; readonly decision: ChangeDecision }
  | { readonly kind: 'remove-alert' | 'restart' }
  | {
      readonly kind: 'disk'
      readonly file: 'changes' | 'alerts' | 'drawings'
      readonly fails: boolean
    }

const AAPL = symbol('AAPL')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      request: fc.constantFrom<WindowRequest>(
        SHOW,
        { kind: 'show', symbol: AAPL, timespan: 'M5' },
        FILL,
        ALERT,
        MARK,
      ),
      by: fc.constantFrom(CLAUDE, CURSOR),
      answer: fc.constantFrom('done' as const, 'done' as const, 'draft' as const, null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      which: fc.nat(5),
      decision: fc.constantFrom<ChangeDecision>('undo', 'keep', 'accept'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('remove-alert', 'restart') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('disk' as const),
      file: fc.constantFrom('changes', 'alerts', 'drawings'),
      fails: fc.boolean(),
    }),
  },
)

/** A window of one profile over several runs of the program. */
class WindowModel {
  readonly #files = createFiles()
  #run: Awaited<ReturnType<typeof openWindow>> | null = null

  get run(): Awaited<ReturnType<typeof openWindow>> {
    if (this.#run === null) throw new Error('not open')
    return this.#run
  }

  async open(): Promise<void> {
    this.#run = await openWindow(this.#files)
    await this.run.drawings.load()
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'change':
        return this.#change(step)
      case 'decide': {
        const { changes } = this.run.book.get()
        const entry = changes[step.which % Math.max(1, changes.length)]
        if (entry === undefined) return
        await this.run.book.decide(entry.id, step.decision, { symbol: AAPL, timespan: 'M5' })
        return
      }
      case 'remove-alert': {
        const [alert] = this.run.alerts.get().alerts
        if (alert !== undefined) await this.run.alerts.edit({ kind: 'remove', id: alert.id })
        return
      }
      case 'disk': {
        const failure = { kind: 'full', message: 'full' } as const
        this.#files[step.file].failure = step.fails ? failure : null
        return
      }
      case 'restart':
        return this.#restart()
    }
  }

  async #change({ request, by, answer }: Extract<Step, { kind: 'change' }>): Promise<void> {
    const { run } = this
    const { state } = run
    await run.later()
    const chartSymbol = request.kind === 'show' ? request.symbol : AAPL
    state.page =
      answer === null
        ? null
        : answer === 'draft'
          ? { kind: 'draft' }
          : {
              kind: 'done',
              before: { symbol: symbol('NVDA'), timespan: 'M5' },
              after: { symbol: chartSymbol, timespan: 'D' },
            }
    const changed = run.change(request, by)
    await Promise.race([changed, run.time.advance(61_000)])
    await changed
  }

  /** Ends the run on a disk that works, and compares what the next one shows. */
  async #restart(): Promise<void> {
    for (const file of Object.values(this.#files)) file.failure = null
    const { book, alerts, drawings } = this.run
    await Promise.all([book.dispose(), alerts.dispose(), drawings.dispose()])
    const { changes, alerts: marks } = book.get()
    await this.open()
    const after = this.run.book.get()
    expect(after.changes).toEqual(changes.map(afterStart))
    expect(after.alerts).toEqual(marks)
  }
}

/** The ticket is empty after a start, so that what an assistant filled in is offered. */
const afterStart = (entry: AssistantChange): AssistantChange =>
  entry.change.kind === 'ticket'
    ? { ...entry, isOffered: true, change: { ...entry.change, before: null } }
    : entry

describe('what assistants changed in a window', () => {
  it('is after a restart what the person saw before, for any history and any full disk', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const model = new WindowModel()
        await model.open()
        for (const next of [...steps, { kind: 'restart' } as const]) await model.take(next)
      }),
      { numRuns: runs(60, 1_000) },
    ))
})
