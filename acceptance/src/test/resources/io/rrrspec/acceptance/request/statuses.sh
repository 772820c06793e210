# Prints a line for each route and status of docs/requests.md: the route, the status that should come, and the one that does.
# $server is the server; it has the job checksum of the page, in the queue files, and a request that is complete.
answers() { # STATUS ROUTE, then what curl gets
  local status=$1 route=$2
  shift 2
  echo "$route $status $(curl -s -o answer.json -w '%{http_code}' "$@")"
}
fresh() {
  curl -s -d '{"requester": "me", "program": null, "run_list": [{"name": "checksum", "args": {"file": "a"}}]}' \
    "$server/request" | jq -r .id
}
take() { # puts a job that runs into $taken and $lease
  fresh > id.txt
  curl -s "$server/job/files" > job.json
  taken=$server$(jq -r .url job.json)
  lease="Lease: $(jq -r .lease job.json)"
  curl -s -X PUT -H "$lease" -d '"checksum"' "$taken/running_job" > answer.json
}
done=$server/request/$(curl -s "$server/request?state=complete" | jq -r '.requests[0].id')
none=$server/request/0b54f6e4-2c4e-4f0c-8b83-8f3c1d9a7e55
open=$server/request/$(fresh)
old='If-Match: "999"'

answers 303 'POST /request' -d @parking.json "$server/request"
answers 400 'POST /request' -d '[]' "$server/request"
answers 200 'GET /request' "$server/request?state=queued&page=2"
answers 400 'GET /request' "$server/request?state=gone"
answers 400 'GET /request' "$server/request?page=0"
answers 200 'GET /request/jobs' "$server/request/jobs"
answers 200 'GET /request/{id}' "$open"
answers 404 'GET /request/{id}' "$none"

curl -s "$open" | jq -c '.program = 1' > whole.json
answers 200 'PUT /request/{id}' -X PUT -d @whole.json "$open"
answers 200 'PUT /request/{id}' -X PUT -d @whole.json "$open"
answers 400 'PUT /request/{id}' -X PUT -d '{}' "$open"
answers 404 'PUT /request/{id}' -X PUT -d @whole.json "$none"
answers 409 'PUT /request/{id}' -X PUT -d @whole.json -H 'Lease: 0-0' "$open"
answers 412 'PUT /request/{id}' -X PUT -d @whole.json -H "$old" "$open"

for part in requester run_list ran_list program output run_args worker; do
  curl -s "$done" | jq -c ".$part" > part.json
  answers 200 'PUT /request/{id}/{part}' -X PUT -d @part.json "$done/$part"
done
answers 200 'PUT /request/{id}/{part}' -X PUT -d '{"requester": "you"}' "$open/requester"
answers 400 'PUT /request/{id}/{part}' -X PUT -d '{"requester": 1}' "$open/requester"
answers 404 'PUT /request/{id}/{part}' -X PUT -d '1' "$none/program"
answers 404 'PUT /request/{id}/{part}' -X PUT -d '1' "$open/name"
answers 409 'PUT /request/{id}/{part}' -X PUT -d '"build"' "$open/running_job"
answers 409 'PUT /request/{id}/{part}' -X PUT -d '"checksum"' "$open/running_job"
answers 412 'PUT /request/{id}/{part}' -X PUT -d '1' -H "$old" "$open/program"
answers 200 'GET /request/{id}/{part}' "$open/run_list"
answers 404 'GET /request/{id}/{part}' "$open/worker"
answers 404 'GET /request/{id}/{part}' "$open/name"
answers 200 'GET /request/{id}/events' "$done/events"
answers 404 'GET /request/{id}/events' "$none/events"

answers 412 'DELETE /request/{id}' -X DELETE -H "$old" "$open"
answers 200 'DELETE /request/{id}' -X DELETE "$open"
answers 409 'DELETE /request/{id}' -X DELETE "$open"
answers 404 'DELETE /request/{id}' -X DELETE "$none"

answers 204 'GET /job/{queue}' "$server/job/files"
fresh > id.txt
answers 200 'HEAD /job/{queue}' -I "$server/job/files"
answers 403 'HEAD /job/{queue}' -I -H 'Host: example.com' "$server/job/files"
answers 200 'GET /job/{queue}' "$server/job/files"
answers 404 'GET /job/{queue}' "$server/job/other"
answers 200 'GET /job/' "$server/job/"

take
answers 409 'DELETE /request/{id}/running_job' -X DELETE -H 'Lease: 0-0' "$taken/running_job"
answers 412 'DELETE /request/{id}/running_job' -X DELETE -H "$old" -H "$lease" "$taken/running_job"
answers 303 'DELETE /request/{id}/running_job' -X DELETE -H "$lease" "$taken/running_job"
answers 404 'DELETE /request/{id}/running_job' -X DELETE -H "$lease" "$taken/running_job"
answers 404 'DELETE /request/{id}/running_job' -X DELETE "$taken/running_job"

take
answers 409 'POST /request/{id}/retry' -X POST "$taken/retry"
answers 200 'PUT /request/{id}/{part}' -X PUT -H "$lease" -d null "$taken/running_job"
answers 412 'POST /request/{id}/retry' -X POST -H "$old" "$taken/retry"
answers 200 'POST /request/{id}/retry' -X POST "$taken/retry"
answers 404 'POST /request/{id}/retry' -X POST "$none/retry"
