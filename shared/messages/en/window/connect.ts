/** The guide that connects an account of a broker, outside its dialog. */
export const connectText = {
  stay: 'Stay in practice',
  connect: 'Connect my account…',
  command: 'Connect my account…',
  title: { sandbox: 'Connect the sandbox', production: 'Connect your account' },
  sandbox: {
    order:
      'You are in the broker’s sandbox. Send a small order in the ticket: it fills with play money.',
    filled: (day: string) => `Your first sandbox order filled (${day}). Your account can follow.`,
    next: 'Connect my account…',
    stop: 'End the guide',
  },
} as const
