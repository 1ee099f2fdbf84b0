import type { ReactNode } from 'react';

type NoticeProps = {
  tone?: 'info' | 'success' | 'danger';
  title?: string;
  /** `alert` interrupts a screen reader, `status` waits; none is for text that was always there. */
  role?: 'alert' | 'status';
  className?: string;
  children?: ReactNode;
};

const tones = {
  info: 'border-brass bg-citrine-wash',
  success: 'border-success bg-success-wash',
  danger: 'border-danger bg-danger-wash',
};

/** A message that stays in the page. */
export function Notice({ tone = 'info', title, role, className = '', children }: NoticeProps) {
  return (
    <div
      role={role}
      data-keep-clear=""
      className={`border-l-4 px-5 py-4 text-ink ${tones[tone]} ${className}`}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children && <div className={title ? 'mt-1' : ''}>{children}</div>}
    </div>
  );
}

type ProblemProps = Pick<NoticeProps, 'title' | 'className'> & {
  children: string | null | undefined;
};

/** Why something failed, announced at once; nothing while it hasn't failed. */
export const Problem = ({ children, ...props }: ProblemProps) =>
  children && (
    <Notice tone="danger" role="alert" {...props}>
      {children}
    </Notice>
  );
