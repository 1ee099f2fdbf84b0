import { Notice } from '@/components/ui/notice.tsx';
import { StartFields } from '@/entities/visit/start-fields.tsx';
import { unusualWords } from '@/entities/open-times/unusual-words.ts';
import type { usePhoneStart } from '../use-phone-start.ts';

/** Any day and time ahead, and what is unusual about it. */
export function TypedStart({ when }: { when: ReturnType<typeof usePhoneStart> }) {
  const { start, unusual, setStart } = when;
  return (
    <>
      <div className="min-[23rem]:*:grid-cols-2">
        <StartFields
          start={{ date: start.date ?? '', time: start.time ?? '' }}
          onChange={({ date, time }) => setStart({ date: date || null, time: time || null })}
        />
      </div>
      <div role="status" className={unusual.length > 0 ? 'mt-4' : ''}>
        {unusual.length > 0 && (
          <Notice>
            {unusual.map((one) => (
              <p key={one}>{unusualWords[one]}</p>
            ))}
          </Notice>
        )}
      </div>
    </>
  );
}
