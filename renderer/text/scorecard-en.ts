import type { ScoreCount } from '../../shared/domain/score-counts.js'
import type { Scorecard } from '../../shared/ipc/scorecard.js'

/** Texts of an assistant's report card. */
export const scorecardText = {
  label: (name: string) => `Report card of ${name}`, empty: 'It has asked for nothing yet', emptyHint: 'What it asks for, what you decide and what the orders come to is reckoned here.', failed: 'The report card cannot be read now',
  practice: 'It practises beside this profile: everything here happened on the practice exchange.', promote: 'To let it ask here as well, pair a new assistant without "practice only". It gets a key and limits of its own; nothing is carried over.',
  unknown: 'unknown', unknownHint: 'The last price of something that is open is not known, so this is not reckoned.',
  figures: { net: 'Result', realised: 'Realised', open: 'Open', fees: 'Fees', traded: 'Traded', winRate: 'Won', averageWin: 'Average win', averageLoss: 'Average loss', drawdown: 'Deepest fall', slippage: 'Slippage', decided: 'Your answer took' },
  hints: {
    net: 'Realised and open, less fees', realised: 'First in, first out, over its own orders; before fees', open: 'What its orders left open, at the last price', winRate: 'Of its orders that closed something', drawdown: 'How far realised less fees fell from its highest',
    slippage: 'Against the middle price when it asked; below zero is worse', unpriced: (fills: number) => `${fills === 1 ? '1 fill' : `${fills} fills`} without a known price then`, decided: (median: string, longest: string) => `Half within ${median}, the longest ${longest}`,
  },
  won: (rate: string, wins: number, losses: number) => `${rate} (${wins} to ${losses})`,
  counts: {
    asked: 'Asked', countersigned: 'Countersigned', allowed: 'Let through by a rule', changed: 'Changed by you', declined: 'Declined', expired: 'Expired', revoked: 'Taken back', withdrawn: 'Withdrawn', refused: 'Outside its limits', notSent: 'Not sent',
    sent: 'Orders sent', filled: 'Filled', partly: 'Partly filled', working: 'Working', cancelled: 'Cancelled', rejected: 'Rejected', unknown: 'Outcome unknown',
  } satisfies Record<ScoreCount, string>,
  beside: 'Beside the others', openTitle: 'Left open', daysTitle: 'By day, New York', reasonsTitle: 'Why not', changesTitle: 'What you changed',
  heads: { name: 'Assistant', where: 'Where', day: 'Day', symbol: 'Symbol', quantity: 'Units', cost: 'Cost', last: 'Last', pnl: 'P&L', reason: 'Reason', times: 'Times', order: 'Order', field: 'What', asked: 'Asked', approved: 'Countersigned' },
  reasons: { declined: 'Declined', refused: 'Outside its limits' } satisfies Record<Scorecard['reasons'][number]['what'], string>,
  fields: { quantity: 'Units', amount: 'Amount', limitPrice: 'Limit', stopPrice: 'Stop' } satisfies Record<Scorecard['changes'][number]['field'], string>,
  choose: 'Practice only: it reads and asks on the practice exchange beside this profile, never here', opening: 'The practice room is being opened.', closed: (why: string) => `The practice room could not be opened: ${why}`,
  copy: 'Copy as CSV', copied: 'Copied', paired: 'Paired', firstSeen: 'First seen',
} as const
