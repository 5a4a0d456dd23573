import { describe, expect, it } from 'vitest'
import { WatchlistAccess } from '../../../../../electron/core/instructions/assistant/watchlist-access.js'
import { symbol, type ConnectionId } from '../../../../../shared/domain/ids.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import { fieldRefusal, refuse } from '../../../../../shared/domain/instructions/refusal.js'
import type { Toolset } from '../../../../../shared/domain/instructions/toolset.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import type { ListRequest } from '../../../../../shared/domain/reference/list-change.js'

const ID = 'a'.repeat(16) as ConnectionId
const ADD: ListRequest = { kind: 'add', id: 'list1', symbols: [symbol('NVDA')] }

function fixture() {
  const state = {
    connection: 'active' as ConnectionView['state'],
    toolsets: ['watchlists'] as Toolset[],
    halted: false,
    now: 0,
  }
  const records: string[] = []
  const refusals: string[] = []
  const changes: ListRequest[] = []
  const access = new WatchlistAccess({
    book: {
      read: () => Promise.reject(new Error('not used')),
      async change(author, request, record) {
        const change = {
          ...author,
          id: 'change1',
          listId: 'list1',
          changedAt: epochMs(0),
          isCreated: false,
          renamed: null,
          added: [symbol('NVDA')],
          removed: [],
        }
        if (!(await record(change, 'Tech'))) {
          return err({ kind: 'not-saved', message: foreign('not recorded') })
        }
        changes.push(request)
        return request.kind === 'remove'
          ? err({ kind: 'not-in-list', missing: symbol('NVD'), symbols: [symbol('NVDA')] })
          : ok({ list: { id: 'list1', name: 'Tech', symbols: [symbol('NVDA')] }, change })
      },
    },
    audit: {
      append: (kind, subject, line) => {
        records.push(`${kind} ${subject} ${line}`)
        return Promise.resolve(ok({ seq: 1, hash: '' }))
      },
    },
    refusals: {
      record: (_id, { code }) => {
        refusals.push(code)
        return Promise.resolve()
      },
    },
    clock: { monotonic: () => state.now },
    isShown: true,
    ready: () =>
      state.connection === 'revoked'
        ? refuse('revoked', foreign('revoked'))
        : ok({
            name: 'Claude',
            state: state.connection,
            pauseWhy: null,
            policy: { toolsets: state.toolsets },
          } as unknown as ConnectionView),
    halted: { get: () => state.halted, subscribe: () => () => undefined },
    listed: (symbols) =>
      Promise.resolve(
        symbols.some((entry) => entry === 'NVDIA')
          ? err(
              fieldRefusal({
                field: 'symbol',
                value: 'NVDIA',
                rule: 'symbol-unknown',
                didYouMean: 'NVDA',
                reason: foreign('unknown'),
              }),
            )
          : ok(symbols),
      ),
  })
  const codeOf = async (request: ListRequest = ADD) => {
    const answer = await access.change(ID, request)
    return answer.ok ? 'ok' : answer.error.code
  }
  return { access, state, records, refusals, changes, codeOf }
}

describe('a change of a watchlist by an assistant', () => {
  it('is recorded with its author before it takes effect', async () => {
    const { codeOf, records, changes } = fixture()
    expect(await codeOf()).toBe('ok')
    expect(records).toEqual([`watchlist ${ID} Claude: added NVDA in the watchlist “Tech”`])
    expect(changes).toEqual([ADD])
  })

  it('is refused while halted, paused, revoked or without the toolset, and recorded', async () => {
    const { codeOf, state, refusals, changes } = fixture()
    state.halted = true
    expect(await codeOf()).toBe('halted')
    state.halted = false
    state.connection = 'paused'
    expect(await codeOf()).toBe('paused')
    state.connection = 'revoked'
    expect(await codeOf()).toBe('revoked')
    state.connection = 'active'
    state.toolsets = ['account', 'trading']
    expect(await codeOf()).toBe('toolset-off')
    expect(refusals).toEqual(['halted', 'paused', 'revoked', 'toolset-off'])
    expect(changes).toEqual([])
  })

  it('is refused for an unknown symbol with the one that was meant', async () => {
    const { access, changes } = fixture()
    const answer = await access.change(ID, { ...ADD, symbols: [symbol('NVDIA')] } as ListRequest)
    expect(answer).toMatchObject({ ok: false, error: { detail: { didYouMean: 'NVDA' } } })
    expect(changes).toEqual([])
    const removed = await access.change(ID, {
      kind: 'remove',
      id: 'list1',
      symbols: [symbol('nvd')],
    })
    expect(removed).toMatchObject({
      ok: false,
      error: { code: 'invalid', detail: { rule: 'not-in-list', didYouMean: 'NVDA' } },
    })
  })

  it('is accepted ten times within a minute', async () => {
    const { codeOf, state } = fixture()
    for (let count = 0; count < 10; count += 1) expect(await codeOf()).toBe('ok')
    expect(await codeOf()).toBe('too-many')
    state.now = 60_000
    expect(await codeOf()).toBe('ok')
  })
})
