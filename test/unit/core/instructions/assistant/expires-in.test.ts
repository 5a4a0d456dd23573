import { expect, it } from 'vitest'
import { instructionView } from '../../../../../electron/assistant/views/instruction.js'
import { pendingInstruction } from '../../../../../electron/core/instructions/queue/instruction-log.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { draft } from '../../../../simulation/instructions/harness/fake-order-gateway.js'

const NOW = epochMs(1_800_000_000_000)

it('An instruction says in how many seconds it expires, whatever the exchange’s clock says', () => {
  const pending = {
    ...pendingInstruction({
      id: 'a'.repeat(32) as never,
      source: 'local',
      connectionId: 'b'.repeat(16) as never,
      connectionName: 'Helper',
      environment: 'practice',
      key: 'k',
      requestDigest: 'c'.repeat(64),
      action: { kind: 'place', draft: draft() },
      reason: '',
      batch: null,
      createdAt: NOW,
      expiresAt: epochMs(NOW + 120_500),
    }),
    order: null,
  }
  expect(instructionView(pending, NOW).expires_in_seconds).toBe(120)
  expect(instructionView(pending, epochMs(NOW + 200_000)).expires_in_seconds).toBe(0)
  const ended = { ...pending, status: 'EXPIRED' as const }
  expect(instructionView(ended, NOW).expires_in_seconds).toBeNull()
})
