import type { Subject } from '@openspot/contract/access.ts'

export interface DescribedCall {
  name: string
  method: string
  path: string
  access: string[]
  /** What it is about, the first of these that a request names. */
  subject: Subject[]
  /** A second lot that it is about. */
  other_lot: Subject | null
  hasBody: boolean
  operation: Operation
}

/** A schema as the document has it, or a reference to one of its components. */
export interface JsonSchema {
  [word: string]: unknown
}

export interface Operation {
  'x-access': string[]
  'x-subject'?: Subject[]
  'x-other-lot'?: Subject
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

/** Every call, as the API's own description has it, and the schemas that they refer to. */
export async function describedBy(base: string): Promise<{ calls: DescribedCall[]; components: JsonSchema }> {
  const answer = await fetch(`${base}/api/openapi.json`)
  const { paths, components } = (await answer.json()) as {
    paths: Record<string, Record<string, Operation>>
    components?: { schemas?: JsonSchema }
  }
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      method: verb.toUpperCase(),
      path,
      access: operation['x-access'],
      subject: operation['x-subject'] ?? [],
      other_lot: operation['x-other-lot'] ?? null,
      hasBody: operation.requestBody !== undefined,
      operation,
    })),
  )
  return { calls, components: components?.schemas ?? {} }
}
