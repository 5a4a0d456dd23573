import { describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from '../../../shared/domain/environment.js'
import { hostsInstructions } from '../../../shared/wire/hosted-instructions-api.js'
import type { LogFile } from '../../../electron/adapters/log-file.js'
import type { Caller } from '../../../electron/provider/http/caller.js'
import { HostedInstructions } from '../../../electron/provider/orders/hosted-instructions.js'
import { createHostedSource } from '../../../electron/app/session/hosted-source.js'

type Session = Parameters<typeof createHostedSource>[0]
const log = { event: () => undefined }

describe('hosted instructions, whose API is documented for practice only', () => {
  it('are offered and polled in practice only', () => {
    expect(ENVIRONMENTS.filter(hostsInstructions)).toEqual(['practice'])
  })

  it.each(['sandbox', 'production'] as const)(
    'are not polled in %s: no source and no request',
    async (environment) => {
      const session = new Proxy({ environment } as Session, {
        get: (target, name) => {
          if (name === 'environment') return target.environment
          throw new Error('not to be asked')
        },
      })
      expect(createHostedSource(session, undefined, log as unknown as LogFile)).toBeNull()
      const caller = new Proxy({} as Caller, {
        get: () => {
          throw new Error('not to be called')
        },
      })
      const source = new HostedInstructions({
        caller,
        environment,
        timers: { after: () => () => undefined, every: () => () => undefined },
        log,
      })
      const refused = { ok: false, error: { kind: 'wrong-environment' } }
      expect(await source.list()).toMatchObject(refused)
      expect(await source.acquire('a', 'b' as Parameters<typeof source.acquire>[1])).toMatchObject(
        refused,
      )
      expect(await source.reject('a', 'no')).toMatchObject(refused)
      expect(await source.reportOutcome('a', { state: 'sent', detail: '' })).toMatchObject(refused)
      expect(await source.revokeClient('a')).toMatchObject(refused)
      const received: unknown[] = []
      source.subscribe((news) => received.push(news))
      expect(received).toMatchObject([refused])
      source.close()
    },
  )
})
