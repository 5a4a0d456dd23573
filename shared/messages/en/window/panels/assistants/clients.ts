import type {
  ClientPlan,
  ClientSetup,
  UndoResult,
} from '../../../../../domain/instructions/client-setup.js'

/** Texts of the settings of assistants' programs, of the test call, and of wrong keys. */
export const clientText = {
  add: (client: string) => `Add to ${client}`,
  copyLine: 'Copy line',
  line: 'Run this line in a terminal; Claude Code rewrites its own settings while it runs.',
  undoLine: 'To undo, run:',
  changes: {
    create: (file: string) => `${file} does not exist yet and will be created with:`,
    add: (file: string) => `These lines will be added to ${file}; a copy of it is kept:`,
    replace: (file: string) =>
      `The entry of Countersign in ${file} will be replaced; a copy of the file is kept:`,
    none: (file: string) => `${file} has this entry already.`,
  } satisfies Record<ClientPlan['change'], (file: string) => string>,
  difference: 'Change of the settings',
  added: 'added',
  removed: 'removed',
  gap: 'unchanged lines',
  notInstalled: (client: string) => `${client} was not found on this computer.`,
  link: (target: string) => `It is a link. The file is ${target}.`,
  leavesHome: (target: string) =>
    `It is a link that leads out of your home folder. The file is ${target}.`,
  readableByOthers: 'Other users of this computer may read this file, and the key in it.',
  ownerOnly: 'Let only me read this file',
  written: (client: string, file: string) => `Added to ${file}. Restart ${client}.`,
  copyOf: (backup: string) => `The file as it was: ${backup}`,
  undo: 'Undo',
  undone: {
    restored: 'Undone: the file is as it was',
    'entry-removed': 'Undone: the file had changed since, so only the entry was taken back',
    'already-gone': 'The entry was gone already',
  } satisfies Record<UndoResult, string>,
  outdated: 'Settings with an earlier command',
  outdatedHint:
    'These programs start Countersign by a command of an earlier version, which may not work any more. Their keys stay as they are.',
  showChange: 'Show change',
  renew: (client: string) => `Change ${client}`,
  setups: 'Settings changed by Countersign',
  setup: ({ file }: ClientSetup, client: string, time: string) => `${client}: ${file}, ${time}`,
  chatgpt: 'ChatGPT in a browser calls from the internet and cannot reach this computer.',
  test: 'Test',
  tested: (ms: number) => `Countersign answers this key in ${ms} ms.`,
  waiting: 'Your assistant has not called yet. Ask it: "What time is it at the exchange?"',
  called: (age: string) => `Your assistant called ${age} ago`,
  wrongKeys: (count: string, age: string, isOne: boolean) =>
    isOne
      ? `1 call with a wrong key, ${age} ago. An assistant may still have an old key; pair it again.`
      : `${count} calls with a wrong key, the last ${age} ago. An assistant may still have an old key, or another program is guessing.`,
} as const
