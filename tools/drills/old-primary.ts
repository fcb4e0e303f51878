import pg from 'pg'

/** Writers that are connected to one database server itself, not to whichever is primary. */
export interface OldPrimary {
  /**
   * Sends writes to the server, which may be stopped, and again and again as soon as it answers. Ends the attempts when `stop` is called, and
   * answers what became of the writes.
   */
  write(): { stop(): Promise<OldPrimaryWrites> }
  close(): void
}

export interface OldPrimaryWrites {
  /** Writes that the server acknowledged: each would be lost, because another one is primary. */
  accepted: number
  /** Writes that it refused because it is a standby. */
  read_only: number
  /** Writes of connections that ended before an answer, and attempts to connect that failed. */
  ended: number
}

const sessionCount = 4
const table = 'drill_writes'

/** Opens sessions on a server while it is still primary, with a table to write to. */
export async function watchOldPrimary(url: string): Promise<OldPrimary> {
  const sessions: pg.Client[] = []
  for (let number = 0; number < sessionCount; number++) sessions.push(await connect(url))
  await sessions[0]?.query(`create table if not exists ${table} (written_at timestamptz not null)`)
  const insert = `insert into ${table} values (clock_timestamp())`
  return {
    write() {
      const seen: OldPrimaryWrites = { accepted: 0, read_only: 0, ended: 0 }
      let isOver = false
      // These are in the server's buffers while it is stopped, so they are the first thing that it reads.
      const waiting = sessions.map((session) => attempt(session))
      const fresh = again()

      async function attempt(session: pg.Client): Promise<void> {
        try {
          await session.query(insert)
          seen.accepted++
        } catch (error) {
          if (error instanceof pg.DatabaseError && error.code === '25006') seen.read_only++
          else seen.ended++
        }
      }

      async function again(): Promise<void> {
        while (!isOver) {
          const session = await connect(url).catch(() => null)
          if (!session) {
            seen.ended++
            await new Promise((resume) => setTimeout(resume, 20))
            continue
          }
          await attempt(session)
          await session.end().catch(() => undefined)
        }
      }

      return {
        async stop() {
          isOver = true
          await Promise.all([...waiting, fresh])
          return seen
        },
      }
    },
    close() {
      for (const session of sessions) void session.end().catch(() => undefined)
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'openspot drill writer',
    connectionTimeoutMillis: 2_000,
    query_timeout: 90_000,
  })
  // That the server ends the connection is expected, and shows in the writes.
  client.on('error', () => {})
  await client.connect()
  return client
}
