import { PlainError } from '@openspot/core/plain-error.ts'

/** Runs a command and ends the process with its exit code, or with 1 after printing the error that it throws. */
export async function exitWith(command: () => Promise<number>): Promise<never> {
  try {
    process.exit(await command())
  } catch (error) {
    // Errors that the operator can fix are one line; bugs keep their stack trace.
    console.error(error instanceof PlainError ? error.message : error)
    process.exit(1)
  }
}
