const QUIET_MS = 150
const ROUNDS = 3

/**
 * Waits until nothing more arrives, so that everything sent before the call has been read, even on
 * a busy machine.
 */
export async function untilQuiet(arrived: () => number): Promise<void> {
  for (let before = -1; before !== arrived(); ) {
    before = arrived()
    await new Promise((resolve) => {
      setTimeout(resolve, QUIET_MS)
    })
    // After a stall, timers run first; data in the sockets is read in the following rounds.
    for (let round = 0; round < ROUNDS; round += 1) {
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
  }
}
