package json

import (
	"github.com/assay-go/assay/audit/json/aliasing"
	"github.com/assay-go/assay/audit/json/batched"
	"github.com/assay-go/assay/audit/json/documents"
	"github.com/assay-go/assay/audit/json/inplace"
	"github.com/assay-go/assay/audit/json/plain"
)

// subjects are the documents, with the code that is generated for their types.
var subjects = []subject{
	of("event", documents.Text[documents.Event](), plain.AppendEventJSON, plain.MarshalEventJSON, plain.UnmarshalEventJSON, inplace.UnmarshalEventJSON, aliasing.UnmarshalEventJSON, batched.UnmarshalEventJSON),
	of("account", documents.Text[documents.Account](), plain.AppendAccountJSON, plain.MarshalAccountJSON, plain.UnmarshalAccountJSON, inplace.UnmarshalAccountJSON, aliasing.UnmarshalAccountJSON, batched.UnmarshalAccountJSON),
	of("products", documents.Text[documents.Products](), plain.AppendProductsJSON, plain.MarshalProductsJSON, plain.UnmarshalProductsJSON, inplace.UnmarshalProductsJSON, aliasing.UnmarshalProductsJSON, batched.UnmarshalProductsJSON),
	of("issues", documents.Text[documents.Issues](), plain.AppendIssuesJSON, plain.MarshalIssuesJSON, plain.UnmarshalIssuesJSON, inplace.UnmarshalIssuesJSON, aliasing.UnmarshalIssuesJSON, batched.UnmarshalIssuesJSON),
	of("logs", documents.Text[documents.Logs](), plain.AppendLogsJSON, plain.MarshalLogsJSON, plain.UnmarshalLogsJSON, inplace.UnmarshalLogsJSON, aliasing.UnmarshalLogsJSON, batched.UnmarshalLogsJSON),
	of("features", documents.Text[documents.Features](), plain.AppendFeaturesJSON, plain.MarshalFeaturesJSON, plain.UnmarshalFeaturesJSON, inplace.UnmarshalFeaturesJSON, aliasing.UnmarshalFeaturesJSON, batched.UnmarshalFeaturesJSON),
	of("places", documents.Text[documents.Places](), plain.AppendPlacesJSON, plain.MarshalPlacesJSON, plain.UnmarshalPlacesJSON, inplace.UnmarshalPlacesJSON, aliasing.UnmarshalPlacesJSON, batched.UnmarshalPlacesJSON),
	of("bundle", documents.Text[documents.Bundle](), plain.AppendBundleJSON, plain.MarshalBundleJSON, plain.UnmarshalBundleJSON, inplace.UnmarshalBundleJSON, aliasing.UnmarshalBundleJSON, batched.UnmarshalBundleJSON),
	of("manifest", documents.Text[documents.Manifest](), plain.AppendManifestJSON, plain.MarshalManifestJSON, plain.UnmarshalManifestJSON, inplace.UnmarshalManifestJSON, aliasing.UnmarshalManifestJSON, batched.UnmarshalManifestJSON),
	of("lock", documents.Text[documents.Lock](), plain.AppendLockJSON, plain.MarshalLockJSON, plain.UnmarshalLockJSON, inplace.UnmarshalLockJSON, aliasing.UnmarshalLockJSON, batched.UnmarshalLockJSON),
	of("metrics", documents.Text[documents.Metrics](), plain.AppendMetricsJSON, plain.MarshalMetricsJSON, plain.UnmarshalMetricsJSON, inplace.UnmarshalMetricsJSON, aliasing.UnmarshalMetricsJSON, batched.UnmarshalMetricsJSON),
	of("prices", documents.Text[documents.Prices](), plain.AppendPricesJSON, plain.MarshalPricesJSON, plain.UnmarshalPricesJSON, inplace.UnmarshalPricesJSON, aliasing.UnmarshalPricesJSON, batched.UnmarshalPricesJSON),
	of("table", documents.Text[documents.Table](), plain.AppendTableJSON, plain.MarshalTableJSON, plain.UnmarshalTableJSON, inplace.UnmarshalTableJSON, aliasing.UnmarshalTableJSON, batched.UnmarshalTableJSON),
	of("vectors", documents.Text[documents.Vectors](), plain.AppendVectorsJSON, plain.MarshalVectorsJSON, plain.UnmarshalVectorsJSON, inplace.UnmarshalVectorsJSON, aliasing.UnmarshalVectorsJSON, batched.UnmarshalVectorsJSON),
	of("measures", documents.Text[documents.Measures](), plain.AppendMeasuresJSON, plain.MarshalMeasuresJSON, plain.UnmarshalMeasuresJSON, inplace.UnmarshalMeasuresJSON, aliasing.UnmarshalMeasuresJSON, batched.UnmarshalMeasuresJSON),
	of("pixels", documents.Text[documents.Pixels](), plain.AppendPixelsJSON, plain.MarshalPixelsJSON, plain.UnmarshalPixelsJSON, inplace.UnmarshalPixelsJSON, aliasing.UnmarshalPixelsJSON, batched.UnmarshalPixelsJSON),
	of("tree", documents.Text[documents.Tree](), plain.AppendTreeJSON, plain.MarshalTreeJSON, plain.UnmarshalTreeJSON, inplace.UnmarshalTreeJSON, aliasing.UnmarshalTreeJSON, batched.UnmarshalTreeJSON),
	of("articles", documents.Text[documents.Articles](), plain.AppendArticlesJSON, plain.MarshalArticlesJSON, plain.UnmarshalArticlesJSON, inplace.UnmarshalArticlesJSON, aliasing.UnmarshalArticlesJSON, batched.UnmarshalArticlesJSON),
	of("japanese", documents.Text[documents.Japanese](), plain.AppendJapaneseJSON, plain.MarshalJapaneseJSON, plain.UnmarshalJapaneseJSON, inplace.UnmarshalJapaneseJSON, aliasing.UnmarshalJapaneseJSON, batched.UnmarshalJapaneseJSON),
	of("russian", documents.Text[documents.Russian](), plain.AppendRussianJSON, plain.MarshalRussianJSON, plain.UnmarshalRussianJSON, inplace.UnmarshalRussianJSON, aliasing.UnmarshalRussianJSON, batched.UnmarshalRussianJSON),
	of("escaped", documents.Text[documents.Escaped](), plain.AppendEscapedJSON, plain.MarshalEscapedJSON, plain.UnmarshalEscapedJSON, inplace.UnmarshalEscapedJSON, aliasing.UnmarshalEscapedJSON, batched.UnmarshalEscapedJSON),
	of("markup", documents.Text[documents.Markup](), plain.AppendMarkupJSON, plain.MarshalMarkupJSON, plain.UnmarshalMarkupJSON, inplace.UnmarshalMarkupJSON, aliasing.UnmarshalMarkupJSON, batched.UnmarshalMarkupJSON),
	of("chat", documents.Text[documents.Chat](), plain.AppendChatJSON, plain.MarshalChatJSON, plain.UnmarshalChatJSON, inplace.UnmarshalChatJSON, aliasing.UnmarshalChatJSON, batched.UnmarshalChatJSON),
	of("orders", documents.Text[documents.Orders](), plain.AppendOrdersJSON, plain.MarshalOrdersJSON, plain.UnmarshalOrdersJSON, inplace.UnmarshalOrdersJSON, aliasing.UnmarshalOrdersJSON, batched.UnmarshalOrdersJSON),
	of("calendar", documents.Text[documents.Calendar](), plain.AppendCalendarJSON, plain.MarshalCalendarJSON, plain.UnmarshalCalendarJSON, inplace.UnmarshalCalendarJSON, aliasing.UnmarshalCalendarJSON, batched.UnmarshalCalendarJSON),
	of("flags", documents.Text[documents.Flags](), plain.AppendFlagsJSON, plain.MarshalFlagsJSON, plain.UnmarshalFlagsJSON, inplace.UnmarshalFlagsJSON, aliasing.UnmarshalFlagsJSON, batched.UnmarshalFlagsJSON),
	of("free", documents.Text[documents.Free](), plain.AppendFreeJSON, plain.MarshalFreeJSON, plain.UnmarshalFreeJSON, inplace.UnmarshalFreeJSON, aliasing.UnmarshalFreeJSON, batched.UnmarshalFreeJSON),
	of("schema", documents.Text[documents.Schema](), plain.AppendSchemaJSON, plain.MarshalSchemaJSON, plain.UnmarshalSchemaJSON, inplace.UnmarshalSchemaJSON, aliasing.UnmarshalSchemaJSON, batched.UnmarshalSchemaJSON),
	of("deployment", documents.Text[documents.Deployment](), plain.AppendDeploymentJSON, plain.MarshalDeploymentJSON, plain.UnmarshalDeploymentJSON, inplace.UnmarshalDeploymentJSON, aliasing.UnmarshalDeploymentJSON, batched.UnmarshalDeploymentJSON),
	of("traces", documents.Text[documents.Traces](), plain.AppendTracesJSON, plain.MarshalTracesJSON, plain.UnmarshalTracesJSON, inplace.UnmarshalTracesJSON, aliasing.UnmarshalTracesJSON, batched.UnmarshalTracesJSON),
	of("attachments", documents.Text[documents.Attachments](), plain.AppendAttachmentsJSON, plain.MarshalAttachmentsJSON, plain.UnmarshalAttachmentsJSON, inplace.UnmarshalAttachmentsJSON, aliasing.UnmarshalAttachmentsJSON, batched.UnmarshalAttachmentsJSON),
}
