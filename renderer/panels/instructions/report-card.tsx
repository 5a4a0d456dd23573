import type { ConnectionView } from '../../../shared/ipc/instructions.js'
import { formatMoney } from '../../format/decimal.js'
import { dayStamp } from '../../format/time.js'
import { text } from '../../text/en.js'
import { Signed } from '../../ui/signed.js'

const words = text.instructions.assistants
const REPORTS = ['asked', 'approved', 'edited', 'declined', 'expired', 'filled'] as const

/** What came of what an assistant asked for. */
export function ReportCard({ connection: { report, createdAt, firstSeenAt } }: { readonly connection: ConnectionView }) {
  return (
    <dl className="facts flush reports">
      {REPORTS.map((each) => <div key={each} className="fact" data-report={each}><dt>{words.reports[each]}</dt><dd>{report[each]}</dd></div>)}
      {report.slippage !== null && <div className="fact"><dt>{words.slippage}</dt><dd><Signed value={report.slippage}>{formatMoney(report.slippage, 'USD', true)}</Signed></dd></div>}
      <div className="fact"><dt>{words.paired}</dt><dd>{dayStamp(createdAt)}</dd></div>
      {firstSeenAt !== null && <div className="fact"><dt>{words.firstSeen}</dt><dd>{dayStamp(firstSeenAt)}</dd></div>}
    </dl>
  )
}
