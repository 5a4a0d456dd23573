import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../../electron/adapters/crypto.js'
import type { AuditBody } from '../../../../../electron/core/audit/audit-port.js'
import { createToolsetScope } from '../../../../../electron/core/instructions/connections/toolset-scope.js'
import { openConnections } from '../../../../../electron/core/instructions/connections/connections.js'
import { recordConnections } from '../../../../../electron/core/instructions/assistant/audit-recorders.js'
import { ok } from '../../../../../shared/domain/result.js'
import {
  DEFAULT_TOOLSETS,
  TOOLSETS,
  type Toolset,
} from '../../../../../shared/domain/instructions/toolset.js'
import { fakeDocument } from '../../../../fakes/document.js'
import { Simulation } from '../../../../simulation/core/simulation.js'
import { toolIdentity, toolNamesOf } from '../../../../harness/assistant/tool-identity.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { writtenOut } from '../../../../harness/written-out.js'

async function openFixture() {
  const simulation = new Simulation(3)
  const chain: {
    readonly kind: string
    readonly subject: string
    readonly line: string
    readonly body: AuditBody
  }[] = []
  const audit = {
    append: (kind: string, subject: string, line: string, body: AuditBody) => {
      chain.push({ kind, subject, line, body })
      return Promise.resolve(ok({ seq: chain.length, hash: '' }))
    },
  }
  const connections = await openConnections({
    file: fakeDocument(),
    clock: simulation.clock,
    random: simulation.random(),
    crypto: nodeCrypto,
    log: { event: () => undefined },
    environment: 'production',
  })
  recordConnections(audit, connections)
  const paired = await connections.pair('Helper', false)
  if (!paired.ok) throw new Error(paired.error.message)
  const { id, policy } = paired.value.connection
  const allow = async (toolsets: readonly Toolset[]) =>
    expect((await connections.setPolicy(id, { ...policy, toolsets: [...toolsets] })).ok).toBe(true)
  return {
    chain,
    connections,
    id,
    allow,
    scope: createToolsetScope({
      connections,
      refusals: {
        record: async (connectionId, { code, message }, body) => {
          await audit.append('refused', connectionId, inEnglish(message), { ...body, code })
        },
      },
    }),
  }
}

describe('the toolsets of a connection', () => {
  test.each(TOOLSETS)(
    'the toolsets %s alone allow their tools, and every refusal names the missing toolset',
    async (only) => {
      const { chain, id, allow, scope } = await openFixture()
      await allow([only])
      const before = chain.length
      for (const toolset of TOOLSETS) {
        for (const tool of toolNamesOf(toolset)) {
          const access = await scope.authorizeTool(id, { name: tool, toolset })
          if (toolset === only) {
            expect(writtenOut(access), tool).toEqual({ ok: true, value: undefined })
          } else {
            expect(writtenOut(access), tool).toEqual({
              ok: false,
              error: {
                code: 'toolset-off',
                toolset,
                message: `${tool} belongs to the toolset ${toolset}, which the person has not allowed this connection.`,
              },
            })
          }
        }
      }
      const refused = TOOLSETS.filter((other) => other !== only).flatMap((toolset) =>
        toolNamesOf(toolset).map((tool) => ['refused', id, { code: 'toolset-off', tool, toolset }]),
      )
      expect(chain.slice(before).map(({ kind, subject, body }) => [kind, subject, body])).toEqual(
        refused,
      )
    },
  )

  test('change from the next call on, and are recorded with the policy', async () => {
    const { chain, id, allow, scope } = await openFixture()
    expect(scope.scope(id)).toEqual({ toolsets: DEFAULT_TOOLSETS, accounts: [] })
    expect((await scope.authorizeTool(id, toolIdentity('place_stock_instruction'))).ok).toBe(true)
    await allow(['account'])
    expect((await scope.authorizeTool(id, toolIdentity('place_stock_instruction'))).ok).toBe(false)
    expect(scope.scope(id).toolsets).toEqual(['account'])
    await allow(TOOLSETS)
    expect((await scope.authorizeTool(id, toolIdentity('place_stock_instruction'))).ok).toBe(true)
    const policies = chain
      .filter(({ kind }) => kind === 'policy')
      .map(
        ({ body }) =>
          (JSON.parse((body['policy'] as readonly string[]).join('')) as { toolsets: unknown })
            .toolsets,
      )
    expect(policies).toEqual([['account'], [...TOOLSETS]])
  })

  test('are empty for a connection that was revoked or never paired', async () => {
    const { connections, id, scope } = await openFixture()
    await connections.revoke(id)
    for (const connectionId of [id, 'f'.repeat(16) as typeof id]) {
      expect(scope.scope(connectionId)).toEqual({ toolsets: [], accounts: [] })
      expect(
        await scope.authorizeTool(connectionId, toolIdentity('get_stock_snapshot')),
      ).toMatchObject({
        ok: false,
        error: { code: 'revoked' },
      })
    }
  })
})
