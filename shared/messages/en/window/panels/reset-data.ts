import type { ResetLevel } from '../../../../domain/app/reset.js'

/** The dialog that resets settings, profiles or everything. */
export const resetDataText = {
  title: 'Reset Countersign',
  levelsTitle: 'What is reset',
  levels: {
    layout: 'Settings and workspaces',
    profiles: 'Also profiles, keys, journals and limits',
    everything: 'Everything, practice and the log too',
  } satisfies Record<ResetLevel, string>,
  losses: {
    layout: ['All settings, shortcuts and workspaces return to their defaults.'],
    profiles: [
      'All settings, shortcuts and workspaces return to their defaults.',
      'Every profile except the built-in practice is removed, with its keys, sign-in, order journal, watchlists, alerts, notes, limits, lock-outs and halts.',
      'The app lock is removed, and assistants lose their access.',
    ],
    everything: [
      'Countersign starts as on the first day: settings, workspaces, profiles, keys, journals, limits, lock-outs, halts and the app lock are gone.',
      'Practice starts over: its account, orders, history, watchlists, alerts and assistants.',
      'The log and the crash records are gone.',
    ],
  } satisfies Record<ResetLevel, readonly string[]>,
  accounts: (count: number) =>
    count === 1
      ? '1 profile of a real account loses its order journal here. Its orders and positions stay at the broker.'
      : `${count} profiles of real accounts lose their order journals here. Their orders and positions stay at the broker.`,
  working: (count: number) =>
    count === 1
      ? '1 order works at the broker now. It goes on there, and Countersign no longer knows that it is yours.'
      : `${count} orders work at the broker now. They go on there, and Countersign no longer knows that they are yours.`,
  stays: {
    layout: 'Profiles, keys, watchlists, alerts, orders and practice stay as they are.',
    profiles: 'Practice stays as it is: its account, orders and history.',
    everything: 'Nothing at a broker changes: orders, positions and keys stay valid there.',
  } satisfies Record<ResetLevel, string>,
  folder: (folder: string) =>
    `Nothing is deleted. Countersign closes; its next start moves all of it into a folder with today’s date in ${folder}, and names that folder. To go back, move its content back.`,
  commandLine: (level: ResetLevel) =>
    `Where the window does not open: countersign --reset=${level}`,
  waits: 'A reset has to wait:',
  keep: 'Keep everything',
  confirm: 'Reset and quit',
} as const
