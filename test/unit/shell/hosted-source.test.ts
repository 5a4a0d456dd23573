import { describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from '../../../shared/domain/environment.js'
import { handsOver } from '../../../shared/wire/hand-over.js'
import type { LogFile } from '../../../electron/adapters/log-file.js'
import type { Caller } from '../../../electron/provider/call.js'
import { createHostedInstructions } from '../../../electron/provider/hosted-instructions.js'
import { hostedRoom } from '../../../electron/shell/hosted-source.js'

type Session = Parameters<typeof hostedRoom>[0]
const log = { event: () => undefined }

describe('hosted instructions where their hand-over is not documented', () => {
  it('are served and asked for in practice alone', () => {
    expect(ENVIRONMENTS.filter(handsOver)).toEqual(['practice'])
  })

  it.each(['sandbox', 'production'] as const)(
    'are not asked for in %s: no room, and no request',
    async (environment) => {
      const session = new Proxy({ environment } as Session, {
        get: (target, name) => {
          if (name === 'environment') return target.environment
          throw new Error('not to be asked')
        },
      })
      expect(hostedRoom(session, undefined, log as unknown as LogFile)).toBeNull()
      const caller = new Proxy({} as Caller, {
        get: () => {
          throw new Error('not to be called')
        },
      })
      const source = createHostedInstructions({
        caller,
        environment,
        timers: { after: () => () => undefined, every: () => () => undefined },
        log,
      })
      const refused = { ok: false, error: { kind: 'wrong-environment' } }
      expect(await source.list()).toMatchObject(refused)
      expect(await source.taken('a', 'b' as Parameters<typeof source.taken>[1])).toMatchObject(
        refused,
      )
      expect(await source.rejected('a', 'no')).toMatchObject(refused)
      expect(await source.done('a', { state: 'sent', detail: '' })).toMatchObject(refused)
      expect(await source.revokeClient('a')).toMatchObject(refused)
      const heard: unknown[] = []
      source.subscribe((news) => heard.push(news))
      expect(heard).toMatchObject([refused])
      source.close()
    },
  )
})
