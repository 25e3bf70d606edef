package serve

import (
	"context"
	"errors"
	"log/slog"
	"path"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"

	"pix2act/gui"
)

// metrics are what a server counts, for Prometheus.
type metrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	pictures prometheus.Counter
	batch    prometheus.Histogram
	answer   prometheus.Histogram
	waiting  prometheus.GaugeFunc
}

// newMetrics registers the metrics; waiting counts the pictures in the house.
func newMetrics(registry prometheus.Registerer, waiting func() int64) (*metrics, error) {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "pix2act_requests_total", Help: "Requests answered, by method and gRPC status.",
		}, []string{"method", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "pix2act_request_seconds", Help: "Time from a request to its answer, waiting included.",
			Buckets: prometheus.ExponentialBuckets(0.005, 2, 12),
		}, []string{"method"}),
		pictures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "pix2act_pictures_total", Help: "Pictures answered.",
		}),
		batch: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "pix2act_batch_pictures", Help: "Pictures answered together.",
			Buckets: prometheus.ExponentialBuckets(1, 2, 8),
		}),
		answer: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "pix2act_batch_seconds", Help: "Time of the model for a batch.",
			Buckets: prometheus.ExponentialBuckets(0.005, 2, 12),
		}),
		waiting: prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "pix2act_pictures_waiting", Help: "Pictures that wait or are being answered.",
		}, func() float64 { return float64(waiting()) }),
	}
	if registry == nil {
		return m, nil
	}
	for _, c := range []prometheus.Collector{m.requests, m.seconds, m.pictures, m.batch, m.answer, m.waiting} {
		if err := registry.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *metrics) request(method string, code codes.Code, took time.Duration) {
	method = path.Base(method)
	m.requests.WithLabelValues(method, code.String()).Inc()
	m.seconds.WithLabelValues(method).Observe(took.Seconds())
}

// guarded is a policy whose calls are counted, and which fails where it would panic: a server
// outlives a request that its model cannot bear.
type guarded struct {
	gui.Policy
	metrics *metrics
	log     *slog.Logger
}

func (p guarded) Propose(ctx context.Context, batch []gui.Observation) (beams []gui.Beam, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			p.log.Error("the model panicked", "pictures", len(batch), "panic", caught, "stack", string(debug.Stack()))
			beams, err = nil, errors.New("the model failed at this picture; the server's log says how")
		}
	}()
	start := time.Now()
	beams, err = p.Policy.Propose(ctx, batch)
	if err == nil {
		p.metrics.pictures.Add(float64(len(batch)))
		p.metrics.batch.Observe(float64(len(batch)))
		p.metrics.answer.Observe(time.Since(start).Seconds())
	}
	return beams, err
}
