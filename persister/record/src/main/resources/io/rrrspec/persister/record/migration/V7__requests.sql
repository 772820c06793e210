-- Requests that are over; Redis has the others. Each is there once, in the newest version that was saved.
CREATE TABLE request (
  -- Of letters, digits and '-'. Lists are in the order of its bytes where the time is the same, as in Redis.
  id VARCHAR(255) ${by_bytes} NOT NULL,
  version BIGINT NOT NULL,
  state VARCHAR(16) NOT NULL,
  requester ${text} NOT NULL,
  created_ms BIGINT NOT NULL,
  ended_ms BIGINT,
  -- What lists show, as JSON.
  brief ${text} NOT NULL,
  -- All of it as JSON.
  whole ${blob} NOT NULL,
  PRIMARY KEY (id)
) ${table_options};

-- Lists of requests, the newest first.
CREATE INDEX request_by_creation ON request (created_ms, id);
CREATE INDEX request_by_state ON request (state, created_ms, id);
