import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import type { AuditBody } from '../../../../electron/core/audit/audit-port.js'
import { createAssistantScope } from '../../../../electron/core/instructions/assistant-scope.js'
import { openConnections } from '../../../../electron/core/instructions/connections.js'
import { recordConnections } from '../../../../electron/core/instructions/record.js'
import { ok } from '../../../../shared/domain/result.js'
import { TOOLS_OF, TOOLSETS, type Toolset } from '../../../../shared/domain/toolset.js'
import { fakeDocument } from '../../../fakes/document.js'
import { World } from '../../../simulation/core/world.js'

async function rig() {
  const world = new World(3)
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
    clock: world.clock,
    random: world.random(),
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
    scope: createAssistantScope({
      connections,
      refusals: {
        note: async (who, { code, message }, body) => {
          await audit.append('refused', who, message, { ...body, code })
        },
      },
    }),
  }
}

describe('which tools a connection has', () => {
  test.each(TOOLSETS)(
    'with %s alone it has the tools of that one, and hears of every other which toolset it would take',
    async (only) => {
      const { chain, id, allow, scope } = await rig()
      await allow([only])
      const before = chain.length
      for (const toolset of TOOLSETS) {
        for (const tool of TOOLS_OF[toolset]) {
          const admitted = await scope.admit(id, tool)
          if (toolset === only) expect(admitted, tool).toEqual({ ok: true, value: undefined })
          else {
            expect(admitted, tool).toEqual({
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
      const refused = TOOLSETS.filter((each) => each !== only).flatMap((toolset) =>
        TOOLS_OF[toolset].map((tool) => ['refused', id, { code: 'toolset-off', tool, toolset }]),
      )
      expect(chain.slice(before).map(({ kind, subject, body }) => [kind, subject, body])).toEqual(
        refused,
      )
    },
  )

  test('what the person changes holds from the next call on, and stands in the chain as the policy that it makes', async () => {
    const { chain, id, allow, scope } = await rig()
    expect(scope.scope(id)).toEqual({ toolsets: TOOLSETS, accounts: [] })
    expect((await scope.admit(id, 'place_stock_instruction')).ok).toBe(true)
    await allow(['account'])
    expect((await scope.admit(id, 'place_stock_instruction')).ok).toBe(false)
    expect(scope.scope(id).toolsets).toEqual(['account'])
    await allow(TOOLSETS)
    expect((await scope.admit(id, 'place_stock_instruction')).ok).toBe(true)
    const policies = chain
      .filter(({ kind }) => kind === 'policy')
      .map(
        ({ body }) =>
          (JSON.parse((body['policy'] as readonly string[]).join('')) as { toolsets: unknown })
            .toolsets,
      )
    expect(policies).toEqual([['account'], [...TOOLSETS]])
  })

  test('who was revoked, or never paired, has none', async () => {
    const { connections, id, scope } = await rig()
    await connections.revoke(id)
    for (const who of [id, 'f'.repeat(16) as typeof id]) {
      expect(scope.scope(who)).toEqual({ toolsets: [], accounts: [] })
      expect(await scope.admit(who, 'get_stock_snapshot')).toMatchObject({
        ok: false,
        error: { code: 'revoked' },
      })
    }
  })
})
