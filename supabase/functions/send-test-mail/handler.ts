import { z } from 'zod';
import { sentTestMail } from '../../contracts/mail.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import { findProblem } from '../_shared/mail/check-template.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer } from '../_shared/http/http.ts';
import { testMailType } from '../_shared/mail/mail-template.ts';
import { administratorFunction } from '../_shared/http/administrator-function.ts';
import { rpcAnswer } from '../_shared/http/rpc-answer.ts';
import {
  sampleVariables,
  templateBodyLimit,
  templateRequest,
} from '../_shared/mail/template-request.ts';

/** Sends a template to the administrator's own address, through the outbox like every email. */
export const sendTestMailHandler = (deps: FunctionDeps): FunctionHandler =>
  administratorFunction(
    deps,
    templateRequest,
    async (template, { email }) => {
      if (!email) throw new CodedError('administrators_only');
      const variables = sampleVariables(template.template_type, await readBusiness(deps.rest));
      const problem = await findProblem(template, variables);
      if (problem) {
        const sentence = `Line ${problem.line}: ${problem.message}`;
        throw new CodedError('template_broken', { fields: { [problem.field]: sentence } });
      }
      await rpcAnswer(
        deps.rest.from('mail_outbox').insert({
          key: `${testMailType}:${crypto.randomUUID()}`,
          template_type: testMailType,
          to_email: email,
          data: template,
        }),
        z.unknown(),
      );
      deps.wakeWorkers();
      return answer(sentTestMail, { sentTo: email });
    },
    templateBodyLimit,
  );
