import { describe, expect, it } from 'vitest'
import { CompanyReader } from '../../../../electron/core/market/facts/company-reader.js'
import type { FactsPort } from '../../../../electron/core/market/facts/facts-port.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import { Simulation } from '../../../simulation/core/simulation.js'

const SPY = symbol('SPY')

/** Reads sections of a broker that has no earnings of funds; counts its requests. */
function createReader() {
  const simulation = new Simulation(1)
  const counts = { requests: 0 }
  const port = {
    company: (_symbol: unknown, section: string) => {
      counts.requests += 1
      return Promise.resolve(
        section === 'earnings'
          ? err(providerFailure('refused', message('provider.stopped')))
          : ok([]),
      )
    },
  } as unknown as FactsPort
  const reader = new CompanyReader(() => Promise.resolve(port), simulation.clock)
  const pass = (ms: number) => simulation.run(simulation.now + ms)
  return { reader, counts, pass }
}

describe('facts about a company', () => {
  it.each(['earnings', 'dividends'] as const)(
    'are requested once for several charts: %s, which the broker may not have',
    async (section) => {
      const { reader, counts, pass } = createReader()
      const answers = [
        await reader.section(SPY, section, 'annual'),
        ...(await Promise.all([
          reader.section(SPY, section, 'annual'),
          reader.section(SPY, section, 'annual'),
        ])),
      ]
      await pass(9 * MINUTE_MS)
      answers.push(await reader.section(SPY, section, 'annual'))
      const value = section === 'earnings' ? null : []
      expect(answers).toEqual([ok(value), ok(value), ok(value), ok(value)])
      expect(counts.requests).toBe(1)
      await pass(2 * MINUTE_MS)
      await reader.section(SPY, section, 'annual')
      expect(counts.requests).toBe(2)
    },
  )

  it('are requested again once they were forgotten', async () => {
    const { reader, counts } = createReader()
    await reader.section(SPY, 'earnings', 'annual')
    reader.forget()
    await reader.section(SPY, 'earnings', 'annual')
    expect(counts.requests).toBe(2)
  })
})
