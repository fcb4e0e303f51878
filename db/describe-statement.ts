import type pg from 'pg'

export interface DescribedColumn {
  name: string
  /** OID of its type. */
  type: number
  /** OID of the table that the column comes from without a calculation; 0 otherwise. */
  table: number
  /** Number of the column in that table; 0 otherwise. */
  column: number
}

export interface StatementDescription {
  /** OIDs of the types of the parameters. */
  parameters: number[]
  /** Empty for a statement that returns no rows. */
  columns: DescribedColumn[]
}

/** The messages of the protocol that the driver knows and its types do not declare. */
interface Connection {
  parse(message: { name: string; text: string; types: readonly number[] }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
  removeListener(event: 'parameterDescription', listener: unknown): void
}

interface RowDescription {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[]
}

/**
 * Has PostgreSQL parse and analyze a statement without running it. `types` are the OIDs of its parameters' types; it
 * infers those that are missing.
 * @throws pg.DatabaseError if the statement is wrong
 */
export function describeStatement(
  client: pg.ClientBase,
  text: string,
  types: readonly number[] = [],
): Promise<StatementDescription> {
  return new Promise((resolve, reject) => {
    const description: StatementDescription = { parameters: [], columns: [] }
    let connection: Connection | undefined
    const takeParameters = (message: { dataTypeIDs: number[] }) => {
      description.parameters = message.dataTypeIDs
    }
    const end = () => connection?.removeListener('parameterDescription', takeParameters)
    client.query({
      submit(its: unknown) {
        connection = its as Connection
        connection.once('parameterDescription', takeParameters)
        connection.parse({ name: '', text, types })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription({ fields }: RowDescription) {
        description.columns = fields.map((field) => ({
          name: field.name,
          type: field.dataTypeID,
          table: field.tableID,
          column: field.columnID,
        }))
      },
      handleReadyForQuery() {
        end()
        resolve(description)
      },
      handleError(error: Error) {
        end()
        reject(error)
      },
    } as pg.Submittable)
  })
}
