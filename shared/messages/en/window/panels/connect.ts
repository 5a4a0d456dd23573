import type { AccessWay } from '../../../../domain/app/profile.js'
import type { ProductionCheck } from '../../../../domain/app/production-checklist.js'

/** Ways of access that the guide offers; institutions have a console of their own. */
type GuidedWay = Exclude<AccessWay, 'institution'>

/** Texts of the guide that connects an account of a broker. */
export const connectPanelText = {
  guideHere: 'Continue in the guide',
  step: (now: number, total: number, name: string) => `Step ${now} of ${total}: ${name}`,
  steps: {
    register: 'At the broker',
    enter: 'Enter the keys',
    test: 'Test the connection',
    check: 'Before real money',
  },
  back: 'Back',
  continue: 'Continue',
  intro: {
    sandbox:
      'First the broker’s sandbox: its own test environment, with play money and delayed prices. Your account comes after it. Nothing is sent to the broker before you press the test.',
    production:
      'Your account has a key of its own: one of the sandbox does not work here. The steps at the broker are the same.',
  },
  way: 'How Countersign gets access',
  ways: {
    key: {
      title: 'App key (recommended)',
      advice:
        'For your own account. You create the key yourself; orders, prices and order events work. The broker’s app asks you for a code now and then.',
    },
    connect: {
      title: 'Browser sign-in (Connect)',
      advice:
        'Only if the broker gave you a client ID. You sign in on the broker’s page; prices still need the app key.',
    },
    both: {
      title: 'Both',
      advice: 'Your browser sign-in shows the accounts, the app key sends orders and reads prices.',
    },
  } satisfies Record<GuidedWay, { readonly title: string; readonly advice: string }>,
  create: {
    title: 'What to create at the broker',
    sandbox: [
      'Log in on the broker’s website. Under your picture choose “Developer Tool”.',
      'Open “OpenAPI Management”, “My Application”, and apply for paper trading. It is approved at once.',
      'Register an application there and generate its key. You get an App Key and an App Secret; the secret is shown once.',
    ],
    production: [
      'Log in on the broker’s website. Under your picture choose “Developer Tool”.',
      'Open “OpenAPI Management”, “My Application”, and apply for the Trading API. The broker’s review takes one to two working days.',
      'Register an application, generate its key with a long validity, and keep both values. Current prices need the broker’s market data subscription for its API.',
    ],
    connect:
      'The client ID, client secret and scope come from the broker’s partner team, for this redirect address:',
  },
  links: {
    'broker-site': 'Open the broker’s website',
    'broker-key-guide': 'Instructions for the key',
    'broker-connect-guide': 'About Connect',
  },
  enter: {
    intro: 'Copy each value as the broker shows it.',
    safe: 'They are saved in this computer’s key store and never shown again.',
    stored: 'Saved. Leave empty to keep it.',
    save: 'Save and test',
    saveAndOpen: 'Save, test and open',
  },
  test: {
    running: 'Testing the connection',
    good: 'Everything that can be tested before the sign-in works.',
    bad: 'Something does not work yet. Each line says what to do.',
    again: 'Test again',
    open: 'Open the sandbox',
    change: 'Change what I entered',
    copy: 'Copy for support',
    copied: 'Copied, without your keys',
  },
  check: {
    intro:
      'These four keep a mistake small. They are marked when they happened, not when you say so.',
    done: 'done',
    open: 'not yet',
    names: {
      'sandbox-order': 'An order filled in the sandbox',
      limits: 'Your own limits for this account',
      halt: 'A halt was tried',
      lock: 'A lock for Countersign',
    } satisfies Record<ProductionCheck, string>,
    on: (day: string, profile: string) => `${day}, “${profile}”`,
    orderHint: 'Send a small order in the sandbox and wait for its fill.',
    maxNotional: 'Max per order ($)',
    maxDailyLoss: 'Max daily loss ($)',
    passphrase: 'Passphrase',
    repeated: 'Repeat the passphrase',
    protect: 'Save limits and lock',
    saveLimits: 'Save limits',
    saveLock: 'Set the lock',
    amounts: 'Both limits are amounts above zero.',
    haltHint:
      'Halts the profile that is open now, at once and without a question, as the shortcut does. Resume it in the bar above the charts.',
    halt: 'Halt trading now',
    halted: 'Trading is halted here. Your account is not affected.',
    incomplete: 'You can go on without them; Countersign then does without that protection.',
    word: 'Then the word',
  },
} as const
