import { describe, expect, it } from 'vitest'
import { PracticeControl } from '../../../../electron/app/practice/practice-control.js'
import { FAULTS } from '../../../../electron/practice/faults/fault-table.js'
import { PRACTICE_FAULTS } from '../../../../shared/domain/app/practice/practice-settings.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type {
  PracticeCommand,
  PracticeReady,
} from '../../../../shared/practice/practice-control.js'

const SETTINGS = {
  exchangeTime: 1_000,
  speed: 5,
  rateLimits: 'production',
  faults: [
    { kind: 'delay', left: null },
    { kind: 'drop-after-effect', left: 1 },
    { kind: 'of another version', left: 1 },
  ],
  halted: ['KO'],
  anchor: 0,
  replayed: {
    symbol: 'KO',
    day: '2026-11-20',
    end: 60_000,
    source: { environment: 'sandbox', profile: 'Mine' },
  },
  scenarios: [{ scenario: 'gap-up', symbol: 'KO', begins: 2_000, ends: 3_000 }],
}

/** A control over an exchange that records commands, and answers none while it is silent. */
function fixture() {
  const commands: PracticeCommand[] = []
  const exchange = { silent: false, scenario: { refused: null } as unknown }
  const control = new PracticeControl(() => ({
    ready: () => ({ seed: 'countersign' }) as PracticeReady,
    async command(request) {
      commands.push(request)
      if (exchange.silent && request.command !== 'settings') return err('no answer')
      if (request.command === 'scenario') return ok(exchange.scenario)
      return ok(request.command === 'settings' ? SETTINGS : {})
    },
  }))
  return { control, commands, exchange }
}

describe('the settings of the practice exchange', () => {
  it('are those that the exchange reports, with how often each fault occurs', async () => {
    expect(await fixture().control.settings()).toEqual(
      ok({
        seed: 'countersign',
        exchangeTime: 1_000,
        speed: 5,
        rateLimits: 'production',
        faults: [
          { fault: 'delay', mode: 'always' },
          { fault: 'drop-after-effect', mode: 'next-order' },
        ],
        halted: ['KO'],
        scenarios: SETTINGS.scenarios,
        recordedDays: [],
        replayed: {
          symbol: 'KO',
          day: '2026-11-20',
          ends: 60_000,
          environment: 'sandbox',
          profile: 'Mine',
        },
      }),
    )
  })

  it('are none in other environments', async () => {
    const control = new PracticeControl(() => null)
    expect(await control.settings()).toEqual(ok(null))
    expect(await control.change({ kind: 'clear-faults' })).toEqual(ok(null))
  })

  it('replace a fault by its next mode, so that it is never on twice', async () => {
    const { control, commands } = fixture()
    await control.change({ kind: 'fault', fault: 'delay', mode: 'next-order' })
    await control.change({ kind: 'fault', fault: 'delay', mode: 'always' })
    await control.change({ kind: 'fault', fault: 'delay', mode: 'off' })
    const off = { command: 'clear-fault', kind: 'delay' }
    expect(commands.filter(({ command }) => command !== 'settings')).toEqual([
      off,
      {
        command: 'fault',
        fault: { kind: 'delay', operation: 'trading.orders.place', count: 1 },
      },
      off,
      { command: 'fault', fault: { kind: 'delay', count: null } },
      off,
    ])
  })

  it('report a change that the exchange did not answer, except a jump that takes longer', async () => {
    const { control, exchange } = fixture()
    exchange.silent = true
    expect(await control.change({ kind: 'halted', symbols: [symbol('KO')] })).toMatchObject({
      ok: false,
      error: { message: { code: 'system.practiceSilent' } },
    })
    expect(await control.change({ kind: 'jump', to: epochMs(2_000) })).toMatchObject({ ok: true })
  })

  it('offer every fault of the exchange', () => {
    expect([...PRACTICE_FAULTS].toSorted()).toEqual(Object.keys(FAULTS).toSorted())
  })

  it('say why a scenario was refused', async () => {
    const { control, exchange } = fixture()
    const gap = { kind: 'scenario', scenario: 'gap-up', symbol: symbol('SPY') } as const
    expect(await control.change(gap)).toMatchObject({ ok: true })
    for (const [refused, code] of [
      ['no-report', 'practice.noReport'],
      ['taken', 'practice.scenarioTaken'],
      ['too-many', 'practice.scenariosFull'],
    ] as const) {
      exchange.scenario = { refused }
      expect(await control.change(gap)).toMatchObject({
        ok: false,
        error: { code: 'practice/refused', message: { code } },
      })
    }
    exchange.scenario = 'something else'
    expect(await control.change(gap)).toMatchObject({
      error: { message: { code: 'system.practiceSilent' } },
    })
  })
})
