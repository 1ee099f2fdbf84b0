import { z } from 'zod';
import { refusal } from '../contracts/refusal.ts';
import { CodedError, type ErrorCode } from './_shared/http/errors.ts';
import type { Endpoint } from './api.ts';

type Schema = z.core.JSONSchema.JSONSchema;

const byEverybody: readonly ErrorCode[] = ['internal_error', 'database_away'];
const byBodies: readonly ErrorCode[] = [
  'invalid_input',
  'invalid_json',
  'body_too_large',
  'method_not_allowed',
];
const byAdministrators: readonly ErrorCode[] = [
  'sign_in_needed',
  'session_ended',
  'administrators_only',
];

const schemaOf = (shape: z.core.$ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A field that is never there.
      if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
    },
  });
  return schema;
};

const oneOf = (schemas: Schema[]): Schema =>
  schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas };

const answerOf = ({ answers }: Endpoint) =>
  oneOf(answers.map(({ shape }) => schemaOf(shape, 'output')));

/** In the order of their status. */
const refusalsOf = (codes: readonly ErrorCode[]): CodedError[] =>
  codes.map((code) => new CodedError(code)).sort((one, other) => one.status - other.status);

function operation(endpoint: Endpoint) {
  const {
    name,
    caller,
    summary,
    request,
    answers,
    media = 'application/json',
    status = 200,
    example,
  } = endpoint;
  const refusals = refusalsOf([
    ...endpoint.refusals,
    ...(request ? byBodies : []),
    ...(caller === 'administrators' ? byAdministrators : []),
    ...byEverybody,
  ]);
  const schema: Schema = answers.length > 0 ? answerOf(endpoint) : { type: 'string' };
  return {
    operationId: name,
    description: summary,
    ...(caller === 'administrators' && { security: [{ session: [] }] }),
    ...(caller === 'calendar programs' && {
      parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
    }),
    ...(request && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaOf(request, 'input'), example: example.request },
        },
      },
    }),
    responses: {
      [status]: {
        description: 'Done',
        content: { [media]: { schema, example: example.answer } },
      },
      ...Object.fromEntries(
        refusals.map((one) => [
          one.status,
          {
            description: refusals
              .filter((other) => other.status === one.status)
              .map(({ code, message }) => `\`${code}\`: ${message}`)
              .join('\n\n'),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
          },
        ]),
      ),
    },
  };
}

/** The server functions as OpenAPI 3.1. */
export const openApi = (endpoints: readonly Endpoint[]) => ({
  openapi: '3.1.0',
  info: { title: 'Server functions', version: '1' },
  servers: [{ url: '/functions/v1' }],
  paths: Object.fromEntries(
    endpoints.map((endpoint) => [
      `/${endpoint.name}`,
      { [endpoint.caller === 'calendar programs' ? 'get' : 'post']: operation(endpoint) },
    ]),
  ),
  components: {
    schemas: { Refusal: schemaOf(refusal, 'output') },
    securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
  },
});

const cell = (text: string) => text.replaceAll('|', '\\|');

const choicesOf = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf ?? [];

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  const choices = choicesOf(schema).map(typeOf);
  if (choices.length > 0) return [...new Set(choices)].join(' or ');
  if (schema.type === 'array') return `array of ${typeOf(schema.items as Schema)}`;
  const type = [schema.type ?? 'anything'].flat().join(' or ');
  return schema.format ? `${type} (${schema.format})` : type;
}

/** A line for each field, in depth; a choice of objects gives the lines of each. */
function fields(schema: Schema, path = '', isOptional = false): string[] {
  const choices = choicesOf(schema);
  if (choices.some(({ properties }) => properties)) {
    return choices.flatMap((choice, index) => [
      ...(index > 0 ? ['| or | | |'] : []),
      ...fields(choice, path, isOptional),
    ]);
  }
  if (schema.not) return [];
  if (!schema.properties) {
    return [`| \`${path}\` | ${cell(typeOf(schema))} | ${isOptional ? 'no' : 'yes'} |`];
  }
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    fields(field as Schema, path ? `${path}.${name}` : name, !schema.required?.includes(name)),
  );
}

const table = (heading: string, schema: Schema) =>
  [`| ${heading} | type | required |`, '| --- | --- | --- |', ...fields(schema)].join('\n');

const refusalTable = (codes: readonly ErrorCode[]) =>
  [
    '| status | code | sentence |',
    '| --- | --- | --- |',
    ...refusalsOf(codes).map(
      ({ status, code, message }) => `| ${status} | \`${code}\` | ${cell(message)} |`,
    ),
  ].join('\n');

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

function section(endpoint: Endpoint): string {
  const { name, caller, summary, request, answers, status = 200, refusals, example } = endpoint;
  return [
    `## \`${name}\``,
    summary,
    `Callers: ${caller}. Answers ${status}.`,
    ...(request ? [table('request', schemaOf(request, 'input')), json(example.request)] : []),
    ...(answers.length > 0 ? [table('answer', answerOf(endpoint)), json(example.answer)] : []),
    ...(refusals.length > 0 ? [refusalTable(refusals)] : []),
  ].join('\n\n');
}

/** The same for people. */
export const apiPage = (endpoints: readonly Endpoint[]) =>
  [
    '# Server functions',
    'Written by `npm run api:page` from the shapes that the handlers parse with. Each function is at `/functions/v1/<name>` and takes a POST with JSON unless it says otherwise. `openapi.json` in `docs/api` has the same as OpenAPI 3.1.',
    'A signed-in caller sends `Authorization: Bearer <token>`. Amounts are integer cents. A refusal answers `{ "error": { "code", "message", "fields"? } }`: programs read `code`, people read `message`, and `fields` has a sentence for each form field.',
    'Every function may answer these, the first ones where it reads a JSON body:',
    refusalTable([...byBodies, ...byEverybody]),
    'Functions for administrators may answer these, too:',
    refusalTable(byAdministrators),
    ...endpoints.map(section),
  ].join('\n\n');
