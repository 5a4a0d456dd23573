import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { checkReceiptText } from '../../../../electron/core/audit/receipt-check.js'
import type { AuditPort } from '../../../../electron/core/audit/audit-port.js'
import { RECEIPT_DECISIONS } from '../../../../shared/receipt/receipt.js'
import { instructionPanelText } from '../../../../shared/messages/en/window/panels/assistants/instructions.js'
import { instructionPanelTextEs } from '../../../../shared/messages/translations/es/window/panels/assistants/instructions.js'
import {
  INSTRUCTION_ID,
  openChain,
  receiptOf,
} from '../../../contract/core/receipts/receipt-fixture.js'

type Body = Parameters<AuditPort['append']>[3]

async function decisionOf(body: Body | null, ending: string | null): Promise<string | undefined> {
  const audit = await openChain()
  await audit.append('asked', INSTRUCTION_ID, 'SELL 2 AMZN', {})
  if (body !== null) await audit.append('decided', INSTRUCTION_ID, 'SELL 2 AMZN', body)
  if (ending !== null) await audit.append('ended', INSTRUCTION_ID, 'over', { ending })
  if (body?.['decision'] === 'approve') {
    await audit.append('outcome', INSTRUCTION_ID, 'The broker took it', {})
  }
  return checkReceiptText(await receiptOf(audit), nodeCrypto, new Map()).receipt?.decision
}

describe('CONFIRM-46: a checked receipt says what was decided', () => {
  it.each<[string, Body | null, string | null]>([
    ['declined', { decision: 'decline', by: 'person' }, null],
    ['expired', null, 'expired'],
    ['revoked', null, 'revoked'],
    ['withdrawn', null, 'withdrawn'],
    ['ended', null, 'halted'],
    ['approved', { decision: 'approve', by: 'person' }, null],
    ['approved-by-rule', { decision: 'approve', by: 'rule', press: null }, null],
    ['approved-press', { decision: 'approve', by: 'person', press: 'observed' }, null],
    ['approved-assistive', { decision: 'approve', by: 'person', press: 'assistive' }, null],
  ])('%s', async (decision, body, ending) => {
    expect(await decisionOf(body, ending)).toBe(decision)
  })

  it('a receipt says it in words of its own for each, in both languages', () => {
    for (const { audit } of [instructionPanelText, instructionPanelTextEs]) {
      const labels = RECEIPT_DECISIONS.map((decision) => audit.decisions[decision])
      expect(new Set(labels).size).toBe(RECEIPT_DECISIONS.length)
    }
    expect(instructionPanelText.audit.decisions.declined).toMatch(/declined.*Nothing was sent/)
    expect(instructionPanelTextEs.audit.decisions.declined).toMatch(/rechazada.*No se envió nada/)
  })
})
