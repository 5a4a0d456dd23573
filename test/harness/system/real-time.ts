import { afterAll, vi } from 'vitest'

// Test files share a process, so restore the real clock after each file.
afterAll(() => void vi.useRealTimers())
