/**
 * Closes a connection that may be broken already. A failure to close it says nothing new: the connection is not used again,
 * and the error that broke it was reported where it happened.
 */
export async function closeQuietly(connection: { end(): Promise<void> } | undefined): Promise<void> {
  await connection?.end().catch(() => undefined)
}
